package dev.sluice.trial.crash;

import dev.sluice.trial.proxy.Fault;
import dev.sluice.trial.stage.Node;
import dev.sluice.trial.stage.Pauses;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/// What is done to the service while it works.
enum Blow {
    KILL_SERVICE("kill -9 of the only node", 1) {
        @Override
        void strike(Site site) throws IOException {
            site.nodes().getFirst().kill();
            site.have(1);
        }
    },
    KILL_POSTGRES("kill -9 of PostgreSQL", 1) {
        @Override
        void strike(Site site) throws IOException {
            site.killPostgres();
            site.revivePostgres();
        }
    },
    KILL_BOTH("kill -9 of PostgreSQL and of the only node", 1) {
        @Override
        void strike(Site site) throws IOException {
            site.killPostgres();
            site.nodes().getFirst().kill();
            site.revivePostgres();
            site.have(1);
        }
    },
    KILL_ONE_OF_TWO("kill -9 of one of two nodes", 2) {
        @Override
        void strike(Site site) {
            var victim = site.nodes().getLast();
            victim.kill();
            site.reachable(site.nodes().stream().filter(Node::isAlive).toList());
        }
    },
    FREEZE_ONE_OF_TWO("one of two nodes stands still for 45 s, beyond all its leases, and wakes up", 2) {
        @Override
        void strike(Site site) throws IOException {
            var frozen = site.nodes().getLast();
            frozen.freeze();
            site.reachable(List.of(site.nodes().getFirst()));
            Pauses.pause(BEYOND_LEASES);
            frozen.thaw();
            site.reachable(site.nodes());
        }
    },
    CUT("all connections to the database break, five times", 1) {
        @Override
        void strike(Site site) {
            for (int i = 0; i < 5; i++) {
                site.wire().cut();
                Pauses.pause(Duration.ofSeconds(1));
            }
        }
    },
    LATENCY("each request to the database takes 30 ms longer, for 10 s", 1) {
        @Override
        void strike(Site site) {
            site.wire().suffer(_ -> new Fault.Delay(Duration.ofMillis(30)));
            Pauses.pause(A_WHILE);
            site.wire().heal();
        }
    },
    SILENCE("all connections to the database go silent, and nobody is told", 1) {
        @Override
        void strike(Site site) {
            site.wire().suffer(_ -> new Fault.Silence());
            Pauses.pause(Duration.ofSeconds(1));
            site.wire().heal();
        }
    },
    LOST_COMMITS("commits are done and their answers lost, some of them, for 10 s", 1) {
        @Override
        void strike(Site site) {
            site.wire()
                    .suffer(exchange ->
                            exchange.commits() && exchange.number() % 10 == 0 ? new Fault.LostAnswer() : Fault.NONE);
            Pauses.pause(A_WHILE);
            site.wire().heal();
        }
    },
    DISK_FULL("the disk of PostgreSQL is full for 10 s", 1) {
        @Override
        void strike(Site site) throws IOException {
            try (var _ = Ballast.fill(site.dir())) {
                Pauses.pause(A_WHILE);
            }
            site.revivePostgres();
        }
    };

    private static final Duration BEYOND_LEASES = Duration.ofSeconds(45);
    private static final Duration A_WHILE = Duration.ofSeconds(10);

    private final String description;
    private final int nodes;

    Blow(String description, int nodes) {
        this.description = description;
        this.nodes = nodes;
    }

    /// Does it, and ends it.
    abstract void strike(Site site) throws IOException;

    String description() {
        return description;
    }

    /// How many nodes it takes.
    int nodes() {
        return nodes;
    }

    /// As it is written on the command line.
    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
