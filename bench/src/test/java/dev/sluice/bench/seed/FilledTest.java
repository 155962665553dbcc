package dev.sluice.bench.seed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.disbursement.Disbursement;
import dev.sluice.http.Json;
import dev.sluice.http.Method;
import dev.sluice.money.Money;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A fill leaves the same data as the service: the books are correct, and no column tells a filled payout from a real
/// one.
@Tag("slow")
class FilledTest {
    private static final int PAYOUTS = 60_000;
    private static final String CREATE = "/v2/disbursement/fiat";
    private static final String CANCEL = "/v1/disbursement/{disbursementId}/cancel";
    /// An empty note counts as none.
    private static final String PAY = """
            {"currency":"%s","disburseData":[{"recipientId":"%s","amount":%s,"reference":"%s","note":"%s"}]}\
            """;
    private static final Duration WINDOW = Duration.ofMillis(400);
    private static final Duration MOMENT = Duration.ofMillis(1_300);
    private static final Duration RETURN = Duration.ofMillis(3_100);

    private static final String WRONG_TALLIES = """
            WITH counted AS (
                SELECT asset, status, (to_timestamp(('x' || substr(replace(id::text, '-', ''), 1, 12))::bit(48)::bigint
                                                    / 1000) AT TIME ZONE 'UTC')::date AS day, count(*) AS total
                FROM disbursement JOIN disbursement_progress USING (organization_id, id) GROUP BY 1, 2, 3)
            SELECT count(*) FROM (
                (SELECT asset, status, day, total FROM disbursement_day_tally WHERE total > 0
                 EXCEPT SELECT asset, status, day, total FROM counted)
                UNION ALL
                (SELECT asset, status, NULL::date, total FROM disbursement_tally WHERE total > 0
                 EXCEPT SELECT asset, status, NULL::date, sum(total) FROM counted GROUP BY 1, 2)) AS wrong
            """;
    private static final String EVENTS_OF_OLD = """
            SELECT count(*) FROM event e JOIN disbursement_progress d ON d.id = e.resource_id
            WHERE d.updated_at < (SELECT max(updated_at) - interval '31 days' FROM disbursement_progress)
            """;
    private static final String SOME = """
            SELECT d.id FROM disbursement d JOIN disbursement_progress p USING (organization_id, id)
            WHERE p.status = :status AND d.reference IS NOT NULL
                  AND d.id IN (SELECT resource_id FROM event WHERE type = 'disbursement.created')
                  AND (SELECT count(*) FROM disbursement o WHERE o.group_id = d.group_id) = 1
            ORDER BY d.id LIMIT 1
            """;
    private static final String BANK_MILLIS = """
            SELECT (extract(epoch FROM ends_at - accepted_at) * 1000)::bigint FROM rail_sandbox_payment
            WHERE payout_id = :id
            """;
    private static final String OUT_OF_ORDER = """
            SELECT count(*) FROM (
                SELECT payment_id, recorded_at, kind, lag(recorded_at) OVER line AS earlier,
                       max(payment_id::text) FILTER (WHERE kind = 'hold') OVER before AS greatest
                FROM ledger_transfer WHERE position IS NOT NULL
                WINDOW line AS (PARTITION BY asset ORDER BY position),
                       before AS (line ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)) AS lines
            WHERE recorded_at < earlier OR (kind = 'hold' AND payment_id::text < greatest)
            """;

    private static SeedEnvironment environment;
    private static Seed.Report report;
    private static List<Long> outOfOrder;

    @BeforeAll
    static void fill() throws SQLException, InterruptedException {
        environment = new SeedEnvironment();
        report = environment.fill(PAYOUTS, 1);
        outOfOrder = numbers(OUT_OF_ORDER);
    }

    @AfterAll
    static void leave() throws SQLException {
        environment.close();
    }

    @Test
    void the_books_are_right_and_every_payout_is_there() {
        assertThat(report.disbursements()).isEqualTo(PAYOUTS);
        var audit = environment.audit();
        assertThat(audit.faults()).isEmpty();
        assertThat(audit.payments()).isGreaterThanOrEqualTo(PAYOUTS);
    }

    @Test
    void totals_are_those_of_the_rows() {
        assertThat(numbers("SELECT count(*) FROM disbursement"))
                .isEqualTo(numbers("SELECT sum(total) FROM disbursement_tally"));
        assertThat(numbers("SELECT count(*) FROM disbursement"))
                .isEqualTo(numbers("SELECT sum(total) FROM disbursement_day_tally"));
        assertThat(numbers(WRONG_TALLIES)).containsExactly(0L);
        assertThat(numbers("SELECT count(*) FROM recipient"))
                .isEqualTo(numbers("SELECT sum(total) FROM recipient_tally"));
    }

    @Test
    void a_second_fill_carries_on_where_the_first_ended() throws InterruptedException {
        environment.fill(500, 2);
        assertThat(environment.audit().faults()).isEmpty();
        assertThat(numbers("SELECT total FROM disbursement_tally WHERE total < 0"))
                .isEmpty();
    }

    /// Depending on the timing, the fill stops or the other transfer waits for it.
    @Test
    void where_somebody_else_moves_money_the_books_are_right() throws InterruptedException {
        var other = new AtomicReference<Thread>();
        try {
            environment.fill(
                    30_000,
                    3,
                    (_, _) -> other.updateAndGet(
                            thread -> thread == null ? Thread.ofVirtual().start(environment::deposit) : thread));
        } catch (IllegalStateException ended) {
            assertThat(ended).hasMessageContaining("another process");
        }
        other.get().join();
        assertThat(environment.audit().faults()).isEmpty();
        assertThat(numbers(WRONG_TALLIES)).containsExactly(0L);
    }

    @Test
    void ids_times_and_statement_lines_rise_together() {
        assertThat(outOfOrder).containsExactly(0L);
    }

    @ParameterizedTest
    @EnumSource
    void a_filled_in_payout_is_told_from_a_real_one_by_nothing(Ending ending) {
        var filledIn = some(ending);
        var model = environment
                .module
                .disbursements()
                .find(environment.organization, filledIn)
                .orElseThrow();
        var real = really(model, ending);
        var expected = traces(real).tables();
        assertThat(traces(filledIn).tables())
                .allSatisfy((table, rows) -> assertThat(rows).isEqualTo(expected.get(table)));
        assertThat(derived(filledIn)).isEqualTo(derived(real));
    }

    @Test
    void what_is_old_has_neither_events_nor_answers() {
        assertThat(numbers(EVENTS_OF_OLD)).containsExactly(0L);
        assertThat(numbers("SELECT count(*) FROM event WHERE type LIKE 'disbursement.%'")
                        .getFirst())
                .isPositive();
    }

    /// Pays the same amount to the same recipient through the service, and lets the payout reach the same status.
    private static UUID really(Disbursement model, Ending ending) {
        var body = PAY.formatted(
                model.amount().asset().code(),
                model.payee().parts().recipientId(),
                model.amount().decimal().toPlainString(),
                UUID.randomUUID(),
                model.note() == null ? "" : model.note());
        var answer = environment.send(Method.POST, CREATE, CREATE, Map.of(), body);
        assertThat(answer.status()).isEqualTo(201);
        var data = Json.parse(answer.body()).get("data").get("disburseData").get(0);
        var id = data.get("disbursementId").stringValue();
        if (ending == Ending.CANCELLED) {
            environment.pass(WINDOW);
            environment.send(
                    Method.PATCH, CANCEL, CANCEL.replace("{disbursementId}", id), Map.of("disbursementId", id), "");
            return UUID.fromString(id);
        }
        environment.pass(MOMENT);
        environment.pass(MOMENT);
        if (ending == Ending.REVERSED) {
            environment.pass(RETURN);
        }
        return UUID.fromString(id);
    }

    /// Returns a recent single payout with a final status.
    private static UUID some(Ending ending) {
        return environment.database.read(handle -> handle.createQuery(SOME)
                .bind("status", ending.name().toLowerCase(Locale.ROOT))
                .mapTo(UUID.class)
                .one());
    }

    private static Traces traces(UUID payout) {
        return Traces.of(environment.database, environment.vault, environment.organization, payout);
    }

    /// Returns the values that the service derives from a payout's id and amounts.
    private static List<Object> derived(UUID id) {
        var payout = environment
                .module
                .disbursements()
                .find(environment.organization, id)
                .orElseThrow();
        var reference = payout.progress().railReference();
        var bank = environment.database.read(handle ->
                handle.createQuery(BANK_MILLIS).bind("id", id).mapTo(Long.class).findOne());
        Money held = payout.balanceBefore().minus(payout.balanceAfter());
        return List.of(
                reference == null
                        || reference.equalsIgnoreCase(
                                "SBX" + Long.toUnsignedString(id.getLeastSignificantBits(), Character.MAX_RADIX)),
                bank.map(millis -> millis - Math.floorMod(id.hashCode(), 400)).orElse(0L),
                held.equals(payout.total()),
                payout.fee().decimal().compareTo(BigDecimal.ZERO) >= 0);
    }

    private static List<Long> numbers(String sql) {
        return environment.database.read(
                handle -> handle.createQuery(sql).mapTo(Long.class).list());
    }
}
