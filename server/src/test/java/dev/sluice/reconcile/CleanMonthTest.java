package dev.sluice.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.rail.Instruction;
import dev.sluice.rail.iso20022.inbound.CamtText.EntryText;
import dev.sluice.rail.iso20022.inbound.InboundFile;
import dev.sluice.rail.iso20022.profile.BusinessDays;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A month of 20,000 entries on 20 business days: payouts, deposits and charges. Deposits are credited by notices.
@Tag("slow")
class CleanMonthTest extends ReconcileCase {
    private static final int DAYS = 20;
    private static final int PAYOUTS = 500;
    private static final int DEPOSITS = 490;
    private static final int CHARGES = 10;
    private static final int COMPARED_EACH = 5;
    /// 500 payouts of 10.00 to 14.99, 490 deposits of 12.00 to 16.89, 10 charges of 1.00.
    private static final BigDecimal A_DAY = new BigDecimal("820.55");

    private static final Duration COMPARED_WITHIN = Duration.ofSeconds(5);

    @Test
    void a_clean_month_of_20_000_entries_is_silent() {
        var days = BusinessDays.of(profile.windows());
        var day = LocalDate.parse(MONDAY);
        var balance = new BigDecimal("1000.00");
        for (int count = 0; count < DAYS; count++) {
            balance = pass(day, balance);
            if (count % COMPARED_EACH == 0) {
                assertThat(texts(reconcile())).as("after %s", day).isEmpty();
            }
            day = days.calendar().plusBusinessDays(day, 1);
        }
        long begun = System.nanoTime();
        var result = reconcile();
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(COMPARED_WITHIN);
        assertThat(result.isClean()).isTrue();
        assertTerms(result, "1000.00", "-16411.00", "0.00", "0.00", "17411.00");
    }

    /// Lets a day pass, and returns its closing balance.
    private BigDecimal pass(LocalDate day, BigDecimal opening) {
        at(day.toString(), "10:00");
        var paid = sent(IntStream.range(0, PAYOUTS)
                .mapToObj(each -> amount(10_00 + each))
                .toArray(String[]::new));
        at(day.toString(), "18:00");
        var entries = entries(day, paid);
        var credits = entries.subList(PAYOUTS, PAYOUTS + DEPOSITS);
        assertThat(notice(day.toString(), credits.toArray(EntryText[]::new)).state())
                .isEqualTo(InboundFile.State.APPLIED);
        post();
        at(day.plusDays(1).toString(), "06:00");
        var closing = opening.add(A_DAY);
        assertThat(statement(
                                day.toString(),
                                opening.toPlainString(),
                                closing.toPlainString(),
                                entries.toArray(EntryText[]::new))
                        .state())
                .isEqualTo(InboundFile.State.APPLIED);
        post();
        return closing;
    }

    private static List<EntryText> entries(LocalDate day, List<Instruction> paid) {
        var entries = new ArrayList<EntryText>();
        for (var each : paid) {
            entries.add(EntryText.of("-" + amount(each.amount().units().intValueExact()))
                    .reference("B" + id(each))
                    .detail("<Refs><EndToEndId>" + id(each) + "</EndToEndId></Refs>"));
        }
        for (int each = 0; each < DEPOSITS; each++) {
            entries.add(deposit(amount(12_00 + each), "D" + day + "-" + each));
        }
        for (int each = 0; each < CHARGES; each++) {
            entries.add(EntryText.of("-1.00")
                    .reference("C" + day + "-" + each)
                    .code("ACMT", "MDOP", "CHRG"));
        }
        return entries;
    }

    private static String amount(int cents) {
        return BigDecimal.valueOf(cents, 2).toPlainString();
    }
}
