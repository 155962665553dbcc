package dev.sluice.bench.micro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.bench.stage.Cluster;
import dev.sluice.db.Database;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class LaneDriveTest {
    private static Cluster cluster;

    @BeforeAll
    static void start(@TempDir Path dataDir) {
        cluster = Cluster.embedded(dataDir);
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @Test
    void transfers_are_counted_and_the_books_are_right() throws Exception {
        cluster.create("lanes");
        var driven = LaneDrive.run(plan("lanes"));
        assertThat(driven.items()).isPositive();
        assertThat(driven.seconds()).isBetween(1.0, 5.0);
        assertThat(driven.cpuSeconds()).isPositive();
        assertThat(LaneDrive.Driven.parse(driven.json())).isEqualTo(driven);
    }

    @Test
    void a_database_that_was_used_before_is_refused() throws Exception {
        cluster.create("used");
        LaneDrive.run(plan("used"));
        assertThatThrownBy(() -> LaneDrive.run(plan("used"))).hasMessageContaining("database of its own");
    }

    private static LaneDrive.Plan plan(String database) throws Exception {
        var address = new Database.Address(cluster.jdbcUrl(database), cluster.user(), cluster.password());
        return new LaneDrive.Plan(address, 8, 2, Duration.ZERO, Duration.ofSeconds(1), cluster.postmaster());
    }
}
