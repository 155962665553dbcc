package dev.sluice.disbursement.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.disbursement.proof.TransferProof.Amounts;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TransferProofTest {
    @Test
    void a_name_cannot_turn_the_writing_direction_around() {
        assertThat(SampleProofs.paidTo("Som\u202Eiahc\u2066\n\u0000Jaidee")
                        .payee()
                        .name())
                .isEqualTo("Somiahc  Jaidee");
    }

    @Test
    void of_a_name_of_which_nothing_can_be_printed_there_is_a_dash() {
        assertThat(SampleProofs.paidTo("\u202E\u2066").payee().name()).isEqualTo("–");
        assertThat(SampleProofs.paidTo(" \n ").payee().name()).isEqualTo("–");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1e3", "1.", ".5", "1,2", "-1.00", "1 000", "<b>1</b>"})
    void an_amount_that_is_not_a_decimal_is_refused(String amount) {
        assertThatThrownBy(() -> new Amounts(amount, "0", "0", "THB")).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1", "1000000.50", "1,000,000.50", "0.000000000000000001"})
    void a_formatted_decimal_is_an_amount(String amount) {
        assertThat(new Amounts(amount, "0", "0", "usdc-polygon").amount()).isEqualTo(amount);
    }

    @Test
    void a_completed_transfer_without_its_time_is_refused() {
        var good = SampleProofs.paidTo("Somchai");
        assertThatThrownBy(() -> new TransferProof(
                        "Org",
                        TransferProof.Environment.LIVE,
                        good.transfer(),
                        good.payee(),
                        good.amounts(),
                        TransferProof.Status.COMPLETED,
                        SampleProofs.CREATED,
                        null,
                        List.of(),
                        URI.create("https://pay.example.com/proof/x")))
                .hasMessage("a completed transfer has a completedAt");
    }

    @Test
    void a_relative_link_is_refused() {
        var good = SampleProofs.paidTo("Somchai");
        assertThatThrownBy(() -> new TransferProof(
                        "Org",
                        TransferProof.Environment.LIVE,
                        good.transfer(),
                        good.payee(),
                        good.amounts(),
                        TransferProof.Status.COMPLETED,
                        SampleProofs.CREATED,
                        SampleProofs.COMPLETED,
                        List.of(),
                        URI.create("/proof/x")))
                .hasMessage("verifyUrl is not absolute");
    }
}
