package dev.sluice.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.rail.iso20022.inbound.BreakKind;
import dev.sluice.rail.iso20022.inbound.CamtText;
import dev.sluice.rail.iso20022.inbound.CamtText.EntryText;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// One planted break after the other, each alone: its kind, amount and age, and that it closes by itself where its
/// cause can go.
class PlantedBreaksTest extends ReconcileCase {
    /// A break, and how it comes about.
    ///
    /// @param expected kind, amount, age in days
    private enum Plant {
        INSTRUCTED_NOT_BOOKED("-12 P3D", test -> {
            test.sent("12.00");
            test.emptyDays();
        }),
        POSTED_NOT_BOOKED("-12 P3D", test -> {
            test.status(test.sent("12.00").getFirst(), "ACSC");
            test.post();
            test.emptyDays();
        }),
        BOOKED_NOT_POSTED("-12 P1D", test -> {
            var paid = test.sent("12.00").getFirst();
            test.at(TUESDAY, "06:00");
            test.statement(MONDAY, "1000.00", "988.00", debit(paid, "-12.00"));
            test.at(TUESDAY, "07:01");
        }),
        BOOKED_NOT_INSTRUCTED("-12 P1D", test -> {
            var queued = test.submitted("12.00");
            test.at(TUESDAY, "06:00");
            test.statement(MONDAY, "1000.00", "988.00", debit(queued, "-12.00"));
        }),
        BOOKED_TWICE("-12 P1D", test -> {
            var paid = test.sent("12.00").getFirst();
            test.at(TUESDAY, "06:00");
            test.statement(
                    MONDAY, "1000.00", "976.00", debit(paid, "-12.00"), debit(paid, "-12.00").reference("AGAIN"));
            test.post();
        }),
        NOTICE_NOT_STATED("50 P1D", test -> {
            test.notice(MONDAY, deposit("50.00", "D1"));
            test.post();
            test.at(TUESDAY, "06:00");
            test.statement(MONDAY, "1000.00", "1000.00");
        }),
        AMOUNT_DIFFERS("-12.01 P1D", test -> {
            var paid = test.sent("12.00").getFirst();
            test.at(TUESDAY, "06:00");
            test.statement(MONDAY, "1000.00", "987.99", debit(paid, "-12.01"));
        }),
        LUMP_DIFFERS("-25 P1D", test -> {
            test.sent("12.00", "12.00");
            var lump = "<Refs><MsgId>" + test.msgId() + "</MsgId></Refs>";
            test.at(TUESDAY, "06:00");
            test.statement(
                    MONDAY,
                    "1000.00",
                    "975.00",
                    EntryText.of("-25.00").reference("L1").detail(lump));
        }),
        RETURN_SHORT("1 P1D", test -> {
            var paid = test.sent("12.00").getFirst();
            test.at(TUESDAY, "06:00");
            test.statement(MONDAY, "1000.00", "999.00", debit(paid, "-12.00"), returned(paid, "11.00"));
            test.post();
        }),
        CHANGED("-12 P0D", test -> test.status(test.sent("12.00").getFirst(), "ACWC")),
        CREDIT_OPEN("7.5 P1D", test -> test.stated(EntryText.of("7.50"), "1007.50")),
        DEBIT_OPEN("-7.5 P1D", test -> test.stated(EntryText.of("-7.50"), "992.50")),
        CHARGE_UNEXPLAINED(
                "-3 P1D", test -> test.stated(EntryText.of("-3.00").code("ACMT", "MDOP", "OTHR"), "997.00")),
        STATEMENT_GAP("50 P0D", test -> {
            test.at(TUESDAY, "06:00");
            test.statement(MONDAY, "1050.00", "1050.00");
        }),
        BALANCE_BROKEN("2.5 P0D", test -> {
            test.at(TUESDAY, "06:00");
            test.statement(MONDAY, "1000.00", "1010.00", EntryText.of("7.50").reference("U1"));
        }),
        STATEMENT_LATE("0 P1D", test -> test.at(TUESDAY, "09:00")),
        CORRECTED("0 P0D", test -> {
            test.at(TUESDAY, "06:00");
            test.receive(CamtText.statement("S1", 1, FRIDAY)
                    .opening("1000.00")
                    .add(EntryText.of("1.00"))
                    .closing("1001.00"));
        });

        private final String expected;
        private final Consumer<PlantedBreaksTest> plant;

        Plant(String expected, Consumer<PlantedBreaksTest> plant) {
            this.expected = expected;
            this.plant = plant;
        }
    }

    private void stated(EntryText entry, String closing) {
        at(TUESDAY, "06:00");
        statement(MONDAY, "1000.00", closing, entry.reference("U1"));
    }

    /// Receives the statements of three days without entries.
    private void emptyDays() {
        at(TUESDAY, "06:00");
        statement(MONDAY, "1000.00", "1000.00");
        at(WEDNESDAY, "06:00");
        statement(TUESDAY, "1000.00", "1000.00");
        assertThat(texts(reconcile())).as("in time").isEmpty();
        at(THURSDAY, "06:00");
        statement(WEDNESDAY, "1000.00", "1000.00");
    }

    @ParameterizedTest
    @EnumSource(Plant.class)
    void a_planted_break_is_found_once_with_its_amount_and_age(Plant plant) {
        assertThat(reconcile().isClean()).isTrue();
        plant.plant.accept(this);
        assertThat(texts(reconcile())).containsExactly(plant.name() + " " + plant.expected);
        var again = reconcile();
        assertThat(texts(again)).containsExactly(plant.name() + " " + plant.expected);
        assertThat(again.terms().difference().isZero()).isTrue();
        assertThat(again.isClean()).isFalse();
    }

    @Test
    void every_kind_of_break_is_planted() {
        assertThat(Arrays.stream(Plant.values()).map(Enum::name).collect(Collectors.toSet()))
                .isEqualTo(Arrays.stream(BreakKind.values()).map(Enum::name).collect(Collectors.toSet()));
    }
}
