package dev.sluice.resilience.crash;

import dev.sluice.resilience.proof.Findings;
import dev.sluice.resilience.proof.Invariant;
import dev.sluice.resilience.proxy.Fault;
import dev.sluice.resilience.stage.Node;
import dev.sluice.resilience.stage.Pauses;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/// Fault that is injected into the service under load.
enum FaultInjection {
    KILL_SERVICE("kill -9 of the only node", 1) {
        @Override
        long strike(Site site, Duration time, Findings findings) throws IOException {
            long dead = kill(site.nodes().getFirst());
            site.have(1);
            return dead;
        }
    },
    KILL_POSTGRES("kill -9 of all processes of PostgreSQL", 1) {
        @Override
        long strike(Site site, Duration time, Findings findings) throws IOException {
            long dead = site.killPostgres();
            site.revivePostgres();
            return dead;
        }
    },
    KILL_BOTH("kill -9 of all processes of PostgreSQL and of the only node", 1) {
        @Override
        long strike(Site site, Duration time, Findings findings) throws IOException {
            long dead = site.killPostgres() + kill(site.nodes().getFirst());
            site.revivePostgres();
            site.have(1);
            return dead;
        }
    },
    KILL_ONE_OF_TWO("kill -9 of one of two nodes", 2) {
        @Override
        long strike(Site site, Duration time, Findings findings) {
            long dead = kill(site.nodes().getLast());
            site.reachable(site.nodes().stream().filter(Node::isAlive).toList());
            return dead;
        }
    },
    FREEZE_ONE_OF_TWO("one of two nodes is paused while it holds payouts, until their leases expire, and resumed", 2) {
        @Override
        long strike(Site site, Duration time, Findings findings) throws IOException {
            try (var database = site.look()) {
                var pausedNode = PausedNode.strike(site.nodes().getLast(), database);
                site.reachable(List.of(site.nodes().getFirst()));
                long left = pausedNode.thaw();
                findings.unless(
                        left == 0, Invariant.EVERYTHING_ENDS, left + " payouts of a paused node were not taken over");
                site.reachable(site.nodes());
                return pausedNode.held();
            }
        }

        @Override
        boolean mayRepeat() {
            return true;
        }
    },
    CUT("all connections to the database break, five times", 1) {
        @Override
        long strike(Site site, Duration time, Findings findings) {
            long broken = 0;
            for (int i = 0; i < 5; i++) {
                broken += site.wire().cut();
                Pauses.pause(Duration.ofSeconds(1));
            }
            return broken;
        }
    },
    LATENCY("each request to the database takes 30 ms longer, for a while", 1) {
        @Override
        long strike(Site site, Duration time, Findings findings) {
            return site.wire().suffer(_ -> new Fault.Delay(Duration.ofMillis(30)), time);
        }
    },
    SILENCE("connections to the database that are used within a second hang without an error", 1) {
        @Override
        long strike(Site site, Duration time, Findings findings) {
            return site.wire().suffer(_ -> new Fault.Silence(), Duration.ofSeconds(1));
        }
    },
    LOST_COMMITS("some commits succeed but their responses are lost, for a while", 1) {
        @Override
        long strike(Site site, Duration time, Findings findings) {
            return site.wire()
                    .suffer(
                            exchange -> exchange.commits() && exchange.number() % 10 == 0
                                    ? new Fault.LostAnswer()
                                    : Fault.NONE,
                            time);
        }
    },
    DISK_FULL("the disk of PostgreSQL is full for a while", 1) {
        @Override
        long strike(Site site, Duration time, Findings findings) throws IOException {
            long full;
            try (var filler = DiskFiller.fill(site.dir())) {
                Pauses.pause(time);
                full = filler.isAllThereIs() ? 1 : 0;
            }
            site.revivePostgres();
            return full;
        }

        @Override
        boolean hitsRequests() {
            return true;
        }
    };

    /// Time that a node takes to start, even on a busy machine.
    private static final Duration START = Duration.ofSeconds(15);
    /// A connection without any answer is closed after 25 seconds.
    private static final Duration SILENT = Duration.ofSeconds(30);

    private final String description;
    private final int nodes;

    FaultInjection(String description, int nodes) {
        this.description = description;
        this.nodes = nodes;
    }

    /// Injects the fault, and ends it.
    ///
    /// @param time duration, unless the fault determines it
    /// @param findings receives violations
    /// @return number of hits: killed processes, broken connections, affected requests, or payouts leased by the
    ///     frozen node; zero if it missed. If it [#hitsRequests()], positive if the fault took effect at all
    abstract long strike(Site site, Duration time, Findings findings) throws IOException;

    /// Returns true if as many payouts as were hit may reach the bank twice. A node that freezes between its last
    /// check and the bank submits payouts that another node has submitted in between. The bank then deduplicates
    /// them by the payout's id.
    boolean mayRepeat() {
        return false;
    }

    /// Returns the maximum time without any successful write. It is usually the start of a node. Some faults add
    /// their own, since a client of a silent connection gives up only after a while.
    Duration outageMax() {
        return switch (this) {
            case KILL_SERVICE, KILL_POSTGRES, KILL_BOTH, KILL_ONE_OF_TWO, CUT, LATENCY, LOST_COMMITS -> START;
            case FREEZE_ONE_OF_TWO, SILENCE, DISK_FULL -> SILENT;
        };
    }

    /// Returns true if the hits are failed requests. A full disk may affect no request for a while.
    boolean hitsRequests() {
        return false;
    }

    /// Kills a node and returns 1, or 0 if it was dead before.
    static long kill(Node node) {
        boolean lived = node.isAlive();
        node.kill();
        return lived && !node.isAlive() ? 1 : 0;
    }

    String description() {
        return description;
    }

    /// Returns the number of nodes that the fault needs.
    int nodes() {
        return nodes;
    }

    /// Returns the name on the command line.
    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
