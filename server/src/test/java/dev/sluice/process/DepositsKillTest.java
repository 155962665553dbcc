package dev.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import dev.sluice.app.Merchant;
import dev.sluice.app.TestClient;
import dev.sluice.db.TestDatabase;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Incoming payments while nodes die: each deposit is credited once, by any remaining node.
@Tag("slow")
class DepositsKillTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int DEPOSITS = 150;
    private static final String PAID_IN = "SELECT count(*) FROM rail_incoming_payment";
    private static final String COMPLETED = "SELECT count(*) FROM deposit_progress WHERE status = 'completed'";
    private static final String TOLD = "SELECT count(*) FROM event WHERE type = 'deposit.completed'";
    private static final String UNREAD = "SELECT count(*) FROM rail_incoming_payment WHERE read_at IS NULL";

    @TempDir
    Path root;

    @Test
    void each_deposit_is_credited_once_though_the_bank_tells_twice_and_a_node_dies() {
        try (var database = TestDatabase.create();
                var killed = node(database, "one");
                var heir = node(database, "two");
                var client = heir.signing();
                var other = killed.bearing()) {
            var before = available(client);
            var ids = create(client);
            for (int at = 0; at < ids.size(); at++) {
                (at % 2 == 0 || at > DEPOSITS / 2 ? client : other)
                        .post("/v1/sandbox/deposit/" + ids.get(at) + "/pay", "{\"duplicate\":true}")
                        .expect(200);
                if (at == DEPOSITS / 2) {
                    killed.kill();
                }
            }
            Eventually.within(PATIENCE, "all told", () -> count(database, PAID_IN) == DEPOSITS);
            Eventually.within(PATIENCE, "all completed", () -> count(database, COMPLETED) == DEPOSITS);
            Eventually.within(PATIENCE, "all read", () -> count(database, UNREAD) == 0);
            Eventually.pause(Duration.ofSeconds(2));
            assertThat(count(database, TOLD)).isEqualTo(DEPOSITS);
            assertThat(available(client))
                    .isEqualByComparingTo(before.add(new BigDecimal(96_000).multiply(new BigDecimal(DEPOSITS))));
            var proof = ServiceProcess.run(root.resolve("proof"), Nodes.settings(database, "shared"), "verify-ledger");
            assertThat(proof.out()).contains("the ledger is correct");
        }
    }

    private ServiceProcess node(TestDatabase database, String name) {
        return ServiceProcess.start(root.resolve(name), Nodes.settings(database, "shared"));
    }

    private static List<String> create(TestClient client) {
        var items = Collections.nCopies(DEPOSITS, Merchant.deposit("014_VA", "100000"));
        return client.post("/v1/deposit/fiat/bulk", "{\"depositData\":[" + String.join(",", items) + "]}")
                .expect(201)
                .data()
                .path("depositData")
                .valueStream()
                .map(deposit -> Merchant.text(deposit, "depositId"))
                .toList();
    }

    private static BigDecimal available(TestClient client) {
        return client.get("/v1/balance")
                .expect(200)
                .data()
                .valueStream()
                .filter(each -> Merchant.text(each, "currency").equals("IDR"))
                .findFirst()
                .orElseThrow()
                .path("available")
                .decimalValue();
    }

    private static int count(TestDatabase database, String sql) {
        var address = database.address();
        try (var connection = DriverManager.getConnection(address.jdbcUrl(), address.user(), address.password());
                var statement = connection.createStatement();
                var row = statement.executeQuery(sql)) {
            row.next();
            return row.getInt(1);
        } catch (SQLException failed) {
            throw new IllegalStateException(sql, failed);
        }
    }
}
