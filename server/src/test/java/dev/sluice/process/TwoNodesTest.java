package dev.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import dev.sluice.app.Merchant;
import dev.sluice.app.TestClient;
import dev.sluice.db.TestDatabase;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two nodes of one deployment: processes and data directories of their own, on one database.
@Tag("slow")
class TwoNodesTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String UNFINISHED = "SELECT count(*) FROM disbursement_progress WHERE status <> 'completed'";
    private static final String TAKEN_UP = "SELECT count(*) FROM disbursement_due WHERE attempts = 1";
    private static final String PAID = "SELECT count(*) FROM rail_sandbox_payment";

    @TempDir
    Path root;

    private TestDatabase database;
    private int leased;

    @BeforeEach
    void create() {
        database = TestDatabase.create();
    }

    @AfterEach
    void drop() {
        database.close();
    }

    private ServiceProcess node(String name) {
        return ServiceProcess.start(root.resolve(name), Nodes.settings(database, "shared"));
    }

    @Test
    void a_balance_for_so_many_payouts_gives_so_many_and_each_is_paid_once() {
        try (var one = node("one");
                var two = node("two");
                var first = one.signing();
                var second = two.bearing()) {
            assertThat(one.credentials().get("SLUICE_API_KEY"))
                    .isEqualTo(two.credentials().get("SLUICE_API_KEY"));
            var fee = fee(first);
            var balance = available(second);
            var spent = balance.subtract(new BigDecimal(1_000_000));
            var amount = spent.divideToIntegralValue(new BigDecimal(40)).subtract(fee);
            int affordable = balance.divideToIntegralValue(amount.add(fee)).intValueExact();
            var replies = IntStream.range(0, affordable + 20)
                    .parallel()
                    .mapToObj(at -> pay(at % 2 == 0 ? first : second, amount.toPlainString()))
                    .toList();
            assertThat(Collections.frequency(codes(replies), "201")).isEqualTo(affordable);
            assertThat(Collections.frequency(codes(replies), "INSUFFICIENT_BALANCE"))
                    .isEqualTo(20);
            var left = balance.subtract(amount.add(fee).multiply(new BigDecimal(affordable)));
            assertThat(available(first)).isEqualByComparingTo(left).isEqualByComparingTo(available(second));
            Eventually.within(PATIENCE, "all completed", () -> count(UNFINISHED) == 0);
            assertThat(count(PAID)).isEqualTo(affordable + 1);
            assertProved();
            first.post("/v1/sandbox/clock", "{\"advance\":\"PT24H\"}").expect(200);
            Eventually.within(PATIENCE, "the other node's clock moves as well", () -> isMadeTomorrow(second));
        }
    }

    /// The first node claims the payouts and cannot submit them, because the bank's rows are locked; so it dies
    /// with the lease. The lease ends by the clock that all nodes share.
    @Test
    void the_payouts_of_a_killed_node_are_taken_over_when_its_lease_ends() throws SQLException {
        try (var killed = node("one");
                var heir = takeOver(killed, 25);
                var client = heir.signing()) {
            Eventually.within(PATIENCE, "the others completed", () -> count(UNFINISHED) == leased);
            Eventually.pause(Duration.ofSeconds(2));
            assertThat(count(UNFINISHED)).isEqualTo(leased).isPositive();
            assertThat(count(PAID)).isEqualTo(25 - leased);
            client.post("/v1/sandbox/clock", "{\"advance\":\"PT31S\"}").expect(200);
            Eventually.within(PATIENCE, "all completed", () -> count(UNFINISHED) == 0);
            assertThat(count(PAID)).isEqualTo(25);
            assertProved();
        }
    }

    /// Creates payouts at a node, kills it while it holds their leases, and returns another node.
    private ServiceProcess takeOver(ServiceProcess killed, int payouts) throws SQLException {
        try (var client = killed.signing();
                var connection = connect();
                var statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("LOCK TABLE rail_sandbox_payment IN EXCLUSIVE MODE");
            var items = Collections.nCopies(payouts, Merchant.item("1234567890", "10000"));
            client.post(PayoutLoad.PATH, Merchant.idr(items.toArray(String[]::new)))
                    .expect(201);
            Eventually.within(PATIENCE, "taken up", () -> count(TAKEN_UP) > 0, () -> queue() + killed.log());
            killed.kill();
            leased = count(TAKEN_UP);
            var heir = node("two");
            connection.rollback();
            return heir;
        }
    }

    private static boolean isMadeTomorrow(TestClient client) {
        Eventually.pause(Duration.ofMillis(500));
        var payout =
                pay(client, "10000").expect(201).data().path("disburseData").get(0);
        var createdAt = client.get("/v1/disbursement/fiat/" + Merchant.id(payout))
                .expect(200)
                .data()
                .path("createdAt")
                .stringValue();
        return Instant.parse(createdAt).isAfter(Instant.now().plus(Duration.ofHours(23)));
    }

    private static TestClient.Reply pay(TestClient client, String amount) {
        return client.post(PayoutLoad.PATH, Merchant.idr(Merchant.item("1234567890", amount)));
    }

    private static BigDecimal fee(TestClient client) {
        return pay(client, "10000").expect(201).data().path("sumFees").decimalValue();
    }

    private static BigDecimal available(TestClient client) {
        return client.get("/v1/balance")
                .expect(200)
                .data()
                .valueStream()
                .filter(each -> each.path("currency").stringValue().equals("IDR"))
                .findFirst()
                .orElseThrow()
                .path("available")
                .decimalValue();
    }

    private static List<String> codes(List<TestClient.Reply> replies) {
        return replies.stream()
                .map(reply -> reply.status() == 201 ? "201" : reply.code())
                .toList();
    }

    private Connection connect() throws SQLException {
        var address = database.address();
        return DriverManager.getConnection(address.jdbcUrl(), address.user(), address.password());
    }

    private String queue() {
        return "%d queued, %d never taken up, %d in all, %d sessions wait for locks%n"
                .formatted(
                        count("SELECT count(*) FROM disbursement_due"),
                        count("SELECT count(*) FROM disbursement_due WHERE attempts = 0"),
                        count("SELECT count(*) FROM disbursement"),
                        count("SELECT count(*) FROM pg_locks WHERE NOT granted"));
    }

    private int count(String sql) {
        try (var connection = connect();
                var statement = connection.createStatement();
                var row = statement.executeQuery(sql)) {
            row.next();
            return row.getInt(1);
        } catch (SQLException failed) {
            throw new IllegalStateException(sql, failed);
        }
    }

    private void assertProved() {
        var proof = ServiceProcess.run(root.resolve("proof"), Nodes.settings(database, "shared"), "verify-ledger");
        assertThat(proof.out()).contains("the ledger is correct");
        assertThat(proof.exit()).isZero();
    }
}
