package dev.sluice.resilience.simulate;

import dev.sluice.resilience.proof.Invariant;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// Runs the workers of the nodes. Periodic work that each node does for itself every few seconds or minutes runs
/// before the clock jumps, as the service expects.
final class WorkerRunner {
    /// Submits payouts, and queries their status.
    static final String PAYOUTS = "disbursement-1";
    /// Reloads data that operators have changed.
    private static final String REFERENCES = "references";
    /// Loads the data key of another node, or creates one and uses it an hour later.
    private static final String KEYS = "vault-keys";

    private static final Duration A_MOMENT = Duration.ofMillis(1);

    private final World world;
    private final List<Life> nodes;

    /// @param nodes list of the current nodes; their processes are replaced in it
    WorkerRunner(World world, List<Life> nodes) {
        this.world = world;
        this.nodes = nodes;
    }

    /// Runs a worker of a node, and describes the result.
    String work(Life life, String name) {
        var text = name
                + step(life, name)
                        .map(more -> more ? ", which has more to do" : "")
                        .orElse(", which failed");
        if (name.equals(Life.DISPATCHER)) {
            delivered();
        }
        return text;
    }

    /// Advances the clock a little after deliveries. Ids of one millisecond are consecutive, and real time decides
    /// how many ids a dispatcher draws, and when.
    void delivered() {
        world.clock().advance(A_MOMENT);
    }

    /// Returns true if a worker of a node has more work; false if the process ended.
    boolean hasMore(Life life, String name) {
        return step(life, name).orElse(false);
    }

    private Optional<Boolean> step(Life life, String name) {
        try {
            return Optional.of(
                    Objects.requireNonNull(life.steps().get(name), name).getAsBoolean());
        } catch (RuntimeException failed) {
            world.findings().unless(life.isDead(), Invariant.NO_INTERNAL_ERROR, name + ": " + failed);
            return Optional.empty();
        }
    }

    void takePrices() {
        nodes.forEach(node -> work(node, REFERENCES));
    }

    void keepUp() {
        nodes.forEach(node -> work(node, KEYS));
    }
}
