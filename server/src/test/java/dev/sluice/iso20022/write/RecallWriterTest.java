package dev.sluice.iso20022.write;

import static dev.sluice.iso20022.write.Transfers.BI_FAST;
import static dev.sluice.iso20022.write.Transfers.SEPA;
import static dev.sluice.iso20022.write.Transfers.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.iso20022.PaymentStatus;
import dev.sluice.iso20022.StatusReason;
import dev.sluice.iso20022.write.Recall.Original;
import dev.sluice.iso20022.write.Recall.Reason;
import dev.sluice.iso20022.write.Recall.Recalled;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class RecallWriterTest {
    private static final Path GOLDEN = Path.of("src/test/resources/bank/written/recall.xml");
    private static final String KIND = "camt.055.001.08";

    @Test
    void a_recall_names_the_file_and_its_transfers() throws IOException {
        var recall = recall(
                "COBADEFFXXX",
                List.of(
                        new Recalled(id(1), new BigDecimal("1250.5"), "EUR"),
                        new Recalled(id(2), new BigDecimal("0.01"), "EUR")));
        var bytes = RecallWriter.write(recall, SEPA);
        assertThat(Schemas.text(bytes)).isEqualTo(Files.readString(GOLDEN));
        assertThat(RecallWriter.write(recall, SEPA)).isEqualTo(bytes);
        var read = Schemas.read(KIND, bytes);
        assertThat(read.msgId()).isEqualTo(recall.id());
        assertThat(read.sum()).isEqualByComparingTo("1250.51");
        assertThat(read.transactions()).isEqualTo(2);
        assertThat(read.payments().stream().map(PaymentStatus::id))
                .containsExactly(recall.original().msgId(), id(1), id(2));
        assertThat(read.payments().getLast().reasons())
                .extracting(StatusReason::code)
                .containsExactly("DUPL");
    }

    @Test
    void amounts_and_names_are_those_of_the_file() {
        var recall = recall(null, List.of(new Recalled(id(1), new BigDecimal("50000.00"), "IDR")));
        assertThat(Schemas.flat(RecallWriter.write(recall, BI_FAST)))
                .contains("<OrgnlInstdAmt Ccy=\"IDR\">50000</OrgnlInstdAmt>", "<CtrlSum>50000</CtrlSum>")
                .contains("<Agt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></Agt>")
                .contains("<Nm>Müller &amp; Söhne GmbH</Nm>");
    }

    @Test
    void a_recall_of_nothing_is_none() {
        assertThatThrownBy(() -> RecallWriter.write(recall(null, List.of()), SEPA))
                .isInstanceOf(IllegalArgumentException.class);
        var dashed = UUID.fromString("8a562c67-ca16-48ba-b074-65581be6f001").toString();
        assertThatThrownBy(() ->
                        RecallWriter.write(recall(null, List.of(new Recalled(dashed, BigDecimal.ONE, "EUR"))), SEPA))
                .hasMessageContaining("endToEndId");
    }

    private static Recall recall(String bic, List<Recalled> transfers) {
        return new Recall(
                MsgIds.of(new UUID(1, 2)),
                OffsetDateTime.parse("2026-12-02T08:00:00+01:00"),
                "Müller & Söhne GmbH",
                bic,
                new Original(
                        MsgIds.of(Transfers.FILE),
                        "pain.001.001.09",
                        OffsetDateTime.parse("2026-11-30T09:15:27.123+01:00"),
                        LocalDate.of(2026, 12, 1)),
                transfers,
                Reason.DUPL);
    }
}
