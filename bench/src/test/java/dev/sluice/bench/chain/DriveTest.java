package dev.sluice.bench.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.bench.stage.Children;
import dev.sluice.bench.stage.Cluster;
import dev.sluice.db.Database;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Runs both drives on a real node, for a minimal time.
@Tag("slow")
class DriveTest {
    private static final int BLOCKS = 30;

    private static final Children CHILDREN = new Children();
    private static Cluster cluster;
    private static Node node;

    @BeforeAll
    static void start(@TempDir Path dir) throws Exception {
        cluster = Cluster.embedded(dir.resolve("data"));
        node = Node.start(CHILDREN, anvil(), dir);
    }

    @AfterAll
    static void stop() {
        CHILDREN.close();
        cluster.close();
    }

    /// Asks the launcher, which installs the program if it is missing.
    private static Path anvil() throws Exception {
        var asked =
                CHILDREN.start(new ProcessBuilder("../sluice", "anvil").redirectError(ProcessBuilder.Redirect.INHERIT));
        return Path.of(new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip());
    }

    @FunctionalInterface
    private interface Serving {
        void serve(RailEnvironment.Plan plan, BufferedReader orders, PrintStream output) throws Exception;
    }

    private static List<Driven> rounds(String database, int rounds, Serving serving) throws Exception {
        cluster.create(database);
        var output = new ByteArrayOutputStream();
        serving.serve(
                new RailEnvironment.Plan(
                        new Database.Address(cluster.jdbcUrl(database), cluster.user(), cluster.password()),
                        new AlternatingRun.Plan(node.url(), Duration.ZERO, Duration.ofMillis(1), cluster.postmaster())),
                new BufferedReader(new StringReader("round\n".repeat(rounds))),
                new PrintStream(output, true, StandardCharsets.UTF_8));
        return output.toString(StandardCharsets.UTF_8)
                .lines()
                .map(Driven::parse)
                .toList();
    }

    @Test
    void payouts_are_counted_and_are_on_the_chain() throws Exception {
        assertThat(rounds("payouts", 2, PayoutDrive::serve)).hasSize(2).allSatisfy(round -> {
            assertThat(round.rail().items()).isEqualTo(PayoutDrive.TURN);
            assertThat(round.bare().items()).isEqualTo(PayoutDrive.TURN);
            assertThat(round.rail().seconds()).isPositive();
            assertThat(round.rail().serviceCpuSeconds()).isPositive();
        });
    }

    @Test
    void blocks_are_counted_and_every_payment_in_them_is_found() throws Exception {
        var traffic = Traffic.make(node.url(), BLOCKS);
        assertThat(traffic.last() - traffic.first() + 1).isEqualTo(BLOCKS);
        assertThat(rounds("watched", 2, (plan, orders, output) -> WatchDrive.serve(plan, traffic, orders, output)))
                .hasSize(2)
                .allSatisfy(round -> {
                    assertThat(round.rail().items()).isEqualTo(traffic.last() + 1);
                    assertThat(round.bare().items()).isEqualTo(traffic.last() + 1);
                });
        var promised = new Traffic(traffic.contract(), traffic.first() - 1, traffic.last());
        assertThatThrownBy(() ->
                        rounds("missed", 1, (plan, orders, output) -> WatchDrive.serve(plan, promised, orders, output)))
                .hasMessageContaining("%d payments were made, but %d were found".formatted(BLOCKS + 1, BLOCKS));
    }
}
