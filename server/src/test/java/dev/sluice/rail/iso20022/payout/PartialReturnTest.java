package dev.sluice.rail.iso20022.payout;

import static dev.sluice.rail.iso20022.payout.TestAccount.charged;
import static dev.sluice.rail.iso20022.payout.TestAccount.debit;
import static dev.sluice.rail.iso20022.payout.TestAccount.eur;
import static dev.sluice.rail.iso20022.payout.TestAccount.id;
import static dev.sluice.rail.iso20022.payout.TestAccount.returned;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.money.Money;
import dev.sluice.rail.Charge;
import dev.sluice.rail.FailureCode;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.iso20022.inbound.PayoutBook.Match;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Returns of less than a payout, and charges that a debit contains.
class PartialReturnTest {
    private static final Match WHOLE = new Match(Match.Kind.RETURN, null);
    private static final Match SHORT = new Match(Match.Kind.RETURN, "RETURN_SHORT");

    private TestAccount account;

    @BeforeEach
    void open(@TempDir Path root) throws Exception {
        account = TestAccount.in(root);
    }

    @AfterEach
    void close() {
        account.close();
    }

    private Instruction sent(String amount) {
        var instruction = account.instruction(amount);
        account.rail().submit(List.of(instruction));
        account.send();
        return instruction;
    }

    private Instruction paid(String amount) {
        var instruction = sent(amount);
        account.entries(debit(id(instruction), amount));
        account.reports();
        return instruction;
    }

    private Money back(Instruction instruction) {
        return ((Outcome.Returned) account.outcome(instruction)).amount();
    }

    @Test
    void only_what_came_back_is_returned() {
        var instruction = paid("12.00");
        assertThat(account.entries(returned(id(instruction), "11.50", "AC04"))).containsExactly(SHORT);
        assertThat(account.outcome(instruction)).isInstanceOfSatisfying(Outcome.Returned.class, returned -> {
            assertThat(returned.amount()).isEqualTo(eur("11.50"));
            assertThat(returned.code()).isEqualTo(FailureCode.ACCOUNT_CLOSED);
        });
        assertThat(account.reports()).containsExactly(account.outcome(instruction));
        assertThat(account.missing(instruction)).contains(eur("0.50"));
    }

    @Test
    void the_rest_completes_the_return() {
        var instruction = paid("12.00");
        account.entries(returned(id(instruction), "11.50", "AC04"));
        account.reports();
        assertThat(account.entries(returned(id(instruction), "0.50", "MS03"))).containsExactly(WHOLE);
        assertThat(account.outcome(instruction)).isInstanceOfSatisfying(Outcome.Returned.class, returned -> {
            assertThat(returned.amount()).isEqualTo(instruction.amount());
            assertThat(returned.code()).as("the first reason stays").isEqualTo(FailureCode.ACCOUNT_CLOSED);
        });
        assertThat(account.reports())
                .singleElement()
                .isInstanceOfSatisfying(
                        Outcome.Returned.class,
                        returned -> assertThat(returned.amount()).isEqualTo(instruction.amount()));
        assertThat(account.missing(instruction)).contains(eur("0.00"));
    }

    @Test
    void two_parts_in_one_file_add_up() {
        var instruction = paid("12.00");
        assertThat(account.entries(
                        returned(id(instruction), "5.00", "AC04"), returned(id(instruction), "7.00", "AC04")))
                .containsExactly(SHORT, WHOLE);
        assertThat(back(instruction)).isEqualTo(instruction.amount());
    }

    @Test
    void more_than_the_payout_is_never_returned() {
        var instruction = paid("12.00");
        assertThat(account.entries(returned(id(instruction), "12.01", "AC04"))).containsExactly(Match.NONE);
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Settled.class);
        account.entries(returned(id(instruction), "11.50", "AC04"));
        assertThat(account.entries(returned(id(instruction), "0.51", "AC04"))).containsExactly(Match.NONE);
        assertThat(back(instruction)).isEqualTo(eur("11.50"));
    }

    @Test
    void a_whole_return_that_is_booked_twice_is_returned_once_and_stays_open() {
        var instruction = paid("12.00");
        account.entries(returned(id(instruction), "12.00", "AC04"));
        account.reports();
        assertThat(account.entries(returned(id(instruction), "12.00", "AC04")))
                .containsExactly(new Match(Match.Kind.NONE, "BOOKED_TWICE"));
        assertThat(back(instruction)).isEqualTo(instruction.amount());
        assertThat(account.reports()).isEmpty();
    }

    @Test
    void a_part_that_comes_back_before_the_debit_is_seen_proves_the_debit() {
        var instruction = sent("12.00");
        assertThat(account.entries(returned(id(instruction), "11.50", "AC04"))).containsExactly(SHORT);
        assertThat(account.reports())
                .hasSize(2)
                .anyMatch(Outcome.Settled.class::isInstance)
                .anyMatch(Outcome.Returned.class::isInstance);
        assertThat(account.entries(debit(id(instruction), "12.00")))
                .containsExactly(new Match(Match.Kind.PAYOUT, null));
        assertThat(back(instruction)).isEqualTo(eur("11.50"));
        assertThat(account.reports()).isEmpty();
    }

    @Test
    void charges_that_a_debit_contains_are_posted_once_and_the_principal_settles() {
        var instruction = sent("12.00");
        var entry = charged(id(instruction), "12.35", "0.35");
        assertThat(account.entries(entry)).containsExactly(new Match(Match.Kind.PAYOUT, null));
        assertThat(account.outcome(instruction)).isInstanceOfSatisfying(Outcome.Settled.class, settled -> assertThat(
                        settled.amount())
                .isEqualTo(instruction.amount()));
        assertThat(account.charges()).singleElement().satisfies(charge -> {
            assertThat(charge.rail()).isEqualTo("bank-eur-main");
            assertThat(charge.kind()).isEqualTo(Charge.Kind.CHARGE);
            assertThat(charge.amount()).isEqualTo(eur("0.35"));
        });
        account.entries(entry);
        assertThat(account.charges()).hasSize(1);
    }

    @Test
    void charges_that_the_bank_names_beside_the_principal_are_not_in_the_entry() {
        var instruction = sent("12.00");
        account.entries(charged(id(instruction), "12.00", "0.35"));
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Settled.class);
        assertThat(account.charges()).isEmpty();
    }

    @Test
    void charges_do_not_explain_any_other_difference() {
        var instruction = sent("12.00");
        assertThat(account.entries(charged(id(instruction), "12.36", "0.35")))
                .containsExactly(new Match(Match.Kind.PAYOUT, "AMOUNT_DIFFERS"));
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Unknown.class);
        assertThat(account.charges()).isEmpty();
    }
}
