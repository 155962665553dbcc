package dev.sluice.trial.crash;

import dev.sluice.trial.proof.Findings;
import dev.sluice.trial.proof.Invariant;
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
    FREEZE_ONE_OF_TWO("one of two nodes stands still with payouts in its hands, beyond their leases, and wakes up", 2) {
        @Override
        long strike(Site site, Duration time, Findings findings) throws IOException {
            try (var database = site.look()) {
                var frost = Frost.strike(site.nodes().getLast(), database);
                site.reachable(List.of(site.nodes().getFirst()));
                long left = frost.thaw();
                findings.unless(
                        left == 0,
                        Invariant.EVERYTHING_ENDS,
                        left + " payouts of a node that stands still were taken over by nobody");
                site.reachable(site.nodes());
                return frost.held();
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
    SILENCE("connections to the database that are used within a second go silent, and nobody is told", 1) {
        @Override
        long strike(Site site, Duration time, Findings findings) {
            return site.wire().suffer(_ -> new Fault.Silence(), Duration.ofSeconds(1));
        }
    },
    LOST_COMMITS("commits are done and their answers lost, some of them, for a while", 1) {
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
            try (var ballast = Ballast.fill(site.dir())) {
                Pauses.pause(time);
                full = ballast.isAllThereIs() ? 1 : 0;
            }
            site.revivePostgres();
            return full;
        }

        @Override
        boolean hitsRequests() {
            return true;
        }
    };

    /// A node starts in a few seconds, also beside a build.
    private static final Duration START = Duration.ofSeconds(15);
    /// Where nobody is told that nothing will be heard, a socket is given up after 25 seconds.
    private static final Duration SILENT = Duration.ofSeconds(30);

    private final String description;
    private final int nodes;

    Blow(String description, int nodes) {
        this.description = description;
        this.nodes = nodes;
    }

    /// Does it, and ends it.
    ///
    /// @param time how long it lasts, where that is not in the nature of it
    /// @param findings hears of what is wrong meanwhile
    /// @return how often it hit: processes that died, connections that broke, requests that something happened to,
    ///     payouts that were in the hands of who stood still; nothing where it missed; where it [#hitsRequests()],
    ///     whether it was there at all
    abstract long strike(Site site, Duration time, Findings findings) throws IOException;

    /// Whether as many payouts as it hit may reach the bank twice. Who stands still between its last look and the bank
    /// hands over what another node has handed over meanwhile: then it is the bank that takes it once, by the
    /// payout's id.
    boolean mayRepeat() {
        return false;
    }

    /// How long no request that writes may be answered with success from it on. Mostly that is the start of
    /// a node; what is in its nature comes on top, as who hears nothing gives up only after a while.
    Duration outageMax() {
        return switch (this) {
            case KILL_SERVICE, KILL_POSTGRES, KILL_BOTH, KILL_ONE_OF_TWO, CUT, LATENCY, LOST_COMMITS -> START;
            case FREEZE_ONE_OF_TWO, SILENCE, DISK_FULL -> SILENT;
        };
    }

    /// Whether what it hit are the requests that failed meanwhile. A disk may be full and hinder nobody for a while.
    boolean hitsRequests() {
        return false;
    }

    /// One that was dead before is no hit.
    static long kill(Node node) {
        boolean lived = node.isAlive();
        node.kill();
        return lived && !node.isAlive() ? 1 : 0;
    }

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
