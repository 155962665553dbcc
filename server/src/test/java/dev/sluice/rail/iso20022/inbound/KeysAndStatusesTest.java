package dev.sluice.rail.iso20022.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.rail.iso20022.inbound.CamtText.EntryText;
import dev.sluice.rail.iso20022.inbound.InboundFile.State;
import org.junit.jupiter.api.Test;

/// Keys of statements over years, and entries that are not booked.
class KeysAndStatusesTest extends InboundCase {
    @Test
    void a_statement_number_of_the_year_before_is_another_statement() {
        receive(CamtText.statement("A", 1, "2025-12-31").opening("0.00").closing("0.00"));
        var next =
                receive(CamtText.statement("B", 1, "2026-01-02").opening("0.00").closing("0.00"));
        assertThat(next.state()).as(String.valueOf(next.hold())).isEqualTo(State.APPLIED);
        assertThat(statements()).extracting(StatementPage::year).containsExactly(2025, 2026);
    }

    @Test
    void information_is_shown_and_never_credited() {
        expect("INV1");
        var entry = new EntryText("45.00", "INFO", "", "", "").reference("R1").remittance("Eve", "INV1");
        receive(CamtText.statement("S1", 1, "2026-03-02")
                .opening("0.00")
                .add(entry)
                .closing("0.00"));
        assertThat(entries()).hasSize(1);
        assertThat(credits()).isEmpty();
    }
}
