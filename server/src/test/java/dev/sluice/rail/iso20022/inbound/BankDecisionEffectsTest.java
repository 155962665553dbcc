package dev.sluice.rail.iso20022.inbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.iso20022.write.EndToEndIds;
import dev.sluice.rail.iso20022.decision.BankDecision;
import dev.sluice.rail.iso20022.decision.BankDecisions;
import dev.sluice.rail.iso20022.decision.DecisionKind;
import dev.sluice.rail.iso20022.decision.DecisionPerson;
import dev.sluice.rail.iso20022.decision.DecisionRefused;
import dev.sluice.rail.iso20022.decision.DecisionRequest;
import dev.sluice.rail.iso20022.inbound.CamtText.EntryText;
import dev.sluice.rail.iso20022.inbound.InboundFile.State;
import dev.sluice.rail.iso20022.inbound.StoredEntry.Match;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Decisions of two people about inbound files and open entries.
class BankDecisionEffectsTest extends InboundCase {
    private static final String DAY = "2026-03-02";
    private static final UUID PAYOUT = UUID.fromString("01993f80-0000-7000-8000-000000000007");
    private static final DecisionPerson RANI = new DecisionPerson("1", "Rani", DecisionPerson.Place.DASHBOARD);
    private static final DecisionPerson BUDI = new DecisionPerson("2", "Budi", DecisionPerson.Place.DASHBOARD);

    private BankDecisions decisions() {
        return new BankDecisions(
                db.database(),
                clocks,
                vault,
                Map.of(
                        DecisionKind.MATCH_ENTRY,
                        new EntryMatch(dependencies(), List.of(profile)),
                        DecisionKind.RELEASE_FILE,
                        new FileRelease(inbox, vault, List.of(profile))));
    }

    private BankDecision matched(String verdict) {
        var requested = decisions().request(match(verdict), RANI);
        return decisions().confirm(requested.id(), BUDI, null);
    }

    private DecisionRequest match(String verdict) {
        return new DecisionRequest(
                DecisionKind.MATCH_ENTRY,
                profile.id(),
                entries().getFirst().id().toString(),
                verdict,
                "as he wrote us");
    }

    private void receiveEntry(EntryText entry) {
        receive(CamtText.statement("S1", 1, DAY)
                .opening("100.00")
                .add(entry)
                .closing(entry.amount().startsWith("-") ? "50.00" : "150.00"));
    }

    @Test
    void a_debit_becomes_the_booking_of_a_payout_when_a_second_person_agrees() {
        payouts.ids.add(EndToEndIds.of(PAYOUT));
        receiveEntry(EntryText.of("-50.00").reference("R1"));
        assertThat(breakKinds()).containsExactly(BreakKind.DEBIT_OPEN);
        var requested = decisions().request(match("payout:" + PAYOUT), RANI);
        assertThat(entries().getFirst().match()).isNull();
        assertThatThrownBy(() -> decisions().confirm(requested.id(), RANI, null))
                .isInstanceOf(DecisionRefused.class)
                .hasMessageContaining("different person");
        decisions().confirm(requested.id(), BUDI, null);
        assertThat(entries().getFirst().match()).isEqualTo(new Match(Match.Kind.PAYOUT, "payout:" + PAYOUT));
        assertThat(payouts.entries.getLast().references().endToEndId()).isEqualTo(EndToEndIds.of(PAYOUT));
        assertThat(breaks()).isEmpty();
        assertThat(faults()).isEmpty();
    }

    @Test
    void a_later_source_does_not_undo_a_match_by_hand() {
        payouts.ids.add(EndToEndIds.of(PAYOUT));
        receive(CamtText.notice("N1", DAY).add(EntryText.of("-50.00").reference("R1")));
        matched("payout:" + PAYOUT);
        receiveEntry(
                EntryText.of("-50.00").reference("R1").detail("<Refs><EndToEndId>SOMETHING-ELSE</EndToEndId></Refs>"));
        assertThat(entries()).singleElement().satisfies(entry -> {
            assertThat(entry.isStated()).isTrue();
            assertThat(entry.match()).isEqualTo(new Match(Match.Kind.PAYOUT, "payout:" + PAYOUT));
        });
        assertThat(breaks()).isEmpty();
    }

    @Test
    void a_credit_is_the_return_of_a_payout() {
        payouts.ids.add(EndToEndIds.of(PAYOUT));
        receiveEntry(EntryText.of("50.00").reference("R1"));
        matched("payout:" + PAYOUT);
        assertThat(entries().getFirst().match()).isEqualTo(new Match(Match.Kind.RETURN, "payout:" + PAYOUT));
        assertThat(breaks()).isEmpty();
        assertThat(credits()).isEmpty();
    }

    @Test
    void a_credit_is_credited_once_to_the_deposit_that_two_people_name() {
        expect("INV-7");
        receiveEntry(EntryText.of("50.00").reference("R1").remittance("Eve", "thank you"));
        assertThat(breakKinds()).containsExactly(BreakKind.CREDIT_OPEN);
        var confirmed = matched("deposit: inv-7 ");
        assertThat(credits()).containsExactly("50 INV-7");
        assertThat(breaks()).isEmpty();
        assertThat(decisions().confirm(confirmed.id(), BUDI, null)).isEqualTo(confirmed);
        assertThatThrownBy(() -> decisions().request(match("deposit:INV-7"), RANI))
                .hasMessageContaining("explained by now");
        assertThat(credits()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            -50.00 | deposit:INV-7                                | only a credit can be matched to a deposit
            50.00  | deposit:INV-8                                | no deposit has the payment reference INV-8
            -50.00 | payout:01993f80-0000-7000-8000-000000000008  | has no such payout
            -50.00 | payout:x                                     | payout: must be the id of a payout
            50.00  | file:S1                                      | or the entry is a credit
            50.00  | Eve                                          | must be payout:<id>, file:<MsgId>
            """)
    void an_impossible_match_is_refused_at_its_request(String amount, String verdict, String message) {
        expect("INV-7");
        receiveEntry(EntryText.of(amount).reference("R1"));
        var before = entries();
        assertThatThrownBy(() -> decisions().request(match(verdict), RANI))
                .isInstanceOf(DecisionRefused.class)
                .hasMessageContaining(message);
        assertThat(entries()).isEqualTo(before);
        assertThat(decisions().waiting(null, 10)).isEmpty();
        assertThat(credits()).isEmpty();
    }

    @Test
    void a_request_changes_nothing_before_it_is_confirmed() {
        expect("INV-7");
        receiveEntry(EntryText.of("50.00").reference("R1"));
        var before = entries();
        decisions().request(match("deposit:INV-7"), RANI);
        assertThat(entries()).isEqualTo(before);
        assertThat(credits()).isEmpty();
        assertThat(breakKinds()).containsExactly(BreakKind.CREDIT_OPEN);
    }

    @Test
    void a_held_file_is_applied_when_a_second_person_agrees() {
        var held = receive(CamtText.statement("S1", 1, DAY)
                .opening("100.00")
                .add(EntryText.of("50.00").reference("R1"))
                .closing("151.00"));
        assertThat(held.state()).isEqualTo(State.HELD);
        var request = new DecisionRequest(
                DecisionKind.RELEASE_FILE, profile.id(), held.id().toString(), FileRelease.VERDICT, "the bank said so");
        var requested = decisions().request(request, RANI);
        assertThat(inbox.find(held.id()).orElseThrow().state()).isEqualTo(State.HELD);
        assertThat(entries()).isEmpty();
        decisions().confirm(requested.id(), BUDI, null);
        var released = inbox.find(held.id()).orElseThrow();
        assertThat(released.state()).isEqualTo(State.APPLIED);
        assertThat(released.decision()).isNotNull().satisfies(decision -> {
            assertThat(decision.by()).isEqualTo("Rani");
            assertThat(decision.second()).isEqualTo("Budi");
        });
        assertThat(entries()).hasSize(1);
        assertThatThrownBy(() -> decisions().request(request, RANI)).hasMessageContaining("not held any more");
        assertThat(faults()).isEmpty();
    }

    @Test
    void a_file_of_another_account_cannot_be_released() {
        var held = receive(CamtText.statement("S1", 1, DAY)
                .ofAccount("DE75512108001245126199")
                .opening("0.00")
                .closing("0.00"));
        assertThat(held.state()).isEqualTo(State.HELD);
        var request = new DecisionRequest(
                DecisionKind.RELEASE_FILE, profile.id(), held.id().toString(), FileRelease.VERDICT, "why not");
        assertThatThrownBy(() -> decisions().request(request, RANI)).hasMessageContaining("cannot be applied");
        assertThat(inbox.find(held.id()).orElseThrow()).isEqualTo(held);
    }
}
