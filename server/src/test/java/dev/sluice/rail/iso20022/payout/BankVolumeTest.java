package dev.sluice.rail.iso20022.payout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.iso20022.write.EndToEndIds;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.iso20022.inbound.BankEntry;
import dev.sluice.rail.iso20022.inbound.PayoutBook.Match;
import dev.sluice.rail.iso20022.simulate.PeakHeap;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Payouts and entries in thousands: time, memory, and matching among a million of open orders. The
/// numbers of a run are printed.
@Tag("slow")
class BankVolumeTest {
    private static final int PAYOUTS = 10_000;
    private static final int FEW_OPEN = 10_000;
    private static final int MANY_OPEN = 1_000_000;
    private static final int CHUNK = 50_000;
    private static final int MATCHED = 1_000;
    private static final int ROUNDS = 3;
    private static final Duration LONGEST = Duration.ofSeconds(60);
    private static final long HEAP_MORE_MAX = 128L * 1024 * 1024;
    private static final double RATIO_MAX = 1.5;

    /// Copies of an order that was sent, under other ids.
    private static final String FILL = """
            INSERT INTO rail_iso20022_order (organization_id, payout_id, bank, end_to_end_id, asset, exponent, units,
                                             transfer, mac, state, accepted_at, due_at, file_id)
            SELECT organization_id, gen_random_uuid(), bank, 'FILL' || n, asset, exponent, units, transfer, mac,
                   'sealed', accepted_at, due_at, file_id
            FROM (SELECT * FROM rail_iso20022_order WHERE file_id IS NOT NULL LIMIT 1) AS one,
                 generate_series(:from, :until) AS n
            """;

    @Test
    void ten_thousand_payouts_are_sealed_and_their_entries_are_matched(@TempDir Path root) throws Exception {
        try (var account = TestAccount.of(root, 5_000)) {
            var heap = PeakHeap.watch();
            long begun = System.nanoTime();
            var instructions = submitted(account, PAYOUTS);
            account.send();
            var sealed = Duration.ofNanos(System.nanoTime() - begun);
            assertThat(account.files("out")).hasSize(2);
            begun = System.nanoTime();
            var matches = account.entries(debits(instructions));
            var matched = Duration.ofNanos(System.nanoTime() - begun);
            long more = heap.more();
            System.out.printf(
                    "%d payouts sealed and delivered in %d ms, %d entries matched in %d ms, %d MiB more heap%n",
                    PAYOUTS, sealed.toMillis(), PAYOUTS, matched.toMillis(), more / 1024 / 1024);
            assertThat(matches).hasSize(PAYOUTS).allMatch(each -> each.equals(new Match(Match.Kind.PAYOUT, null)));
            assertThat(account.outcome(instructions.getLast())).isInstanceOf(Outcome.Settled.class);
            assertThat(sealed).isLessThan(LONGEST);
            assertThat(matched).isLessThan(LONGEST);
            assertThat(more).isLessThan(HEAP_MORE_MAX);
        }
    }

    @Test
    void matching_takes_no_longer_among_a_million_open_orders(@TempDir Path root) throws Exception {
        try (var account = TestAccount.of(root, 5_000)) {
            var instructions = submitted(account, MATCHED * ROUNDS * 3);
            account.send();
            fill(account, 0, FEW_OPEN);
            long warm = median(account, instructions.subList(0, MATCHED * ROUNDS));
            long few = median(account, instructions.subList(MATCHED * ROUNDS, MATCHED * ROUNDS * 2));
            fill(account, FEW_OPEN, MANY_OPEN);
            long many = median(account, instructions.subList(MATCHED * ROUNDS * 2, MATCHED * ROUNDS * 3));
            System.out.printf(
                    "%d entries matched in %d µs among %d open orders and in %d µs among %d (first runs %d µs)%n",
                    MATCHED, few / 1_000, FEW_OPEN, many / 1_000, MANY_OPEN, warm / 1_000);
            assertThat((double) many / few).isLessThan(RATIO_MAX);
        }
    }

    private static List<Instruction> submitted(TestAccount account, int count) {
        var all = new ArrayList<Instruction>();
        for (int from = 0; from < count; from += MATCHED) {
            var some = IntStream.range(0, MATCHED)
                    .mapToObj(_ -> account.instruction("1.00"))
                    .toList();
            account.rail().submit(some);
            all.addAll(some);
        }
        return all;
    }

    private static void fill(TestAccount account, int from, int until) {
        var database = account.database().database();
        for (int at = from; at < until; at += CHUNK) {
            int begin = at;
            int end = Math.min(until, at + CHUNK) - 1;
            database.run(tx -> tx.handle()
                    .createUpdate(FILL)
                    .bind("from", begin)
                    .bind("until", end)
                    .execute());
        }
        database.run(tx -> tx.handle().execute("ANALYZE rail_iso20022_order"));
    }

    /// Returns the median time of a matching, in nanoseconds.
    private static long median(TestAccount account, List<Instruction> instructions) {
        var times = new ArrayList<Long>();
        for (int round = 0; round < ROUNDS; round++) {
            var entries = debits(instructions.subList(round * MATCHED, (round + 1) * MATCHED));
            long begun = System.nanoTime();
            var matches = account.entries(entries);
            times.add(System.nanoTime() - begun);
            assertThat(matches).allMatch(each -> each.equals(new Match(Match.Kind.PAYOUT, null)));
        }
        return times.stream().sorted().toList().get(ROUNDS / 2);
    }

    private static BankEntry[] debits(List<Instruction> instructions) {
        return instructions.stream()
                .map(each -> TestAccount.debit(EndToEndIds.of(each.payout().payoutId()), "1.00"))
                .toArray(BankEntry[]::new);
    }
}
