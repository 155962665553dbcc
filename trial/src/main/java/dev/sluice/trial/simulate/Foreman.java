package dev.sluice.trial.simulate;

import dev.sluice.trial.proof.Invariant;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// Has the nodes' workers take their steps. What each node does for itself every few seconds, or every minute, it does
/// before the clock jumps: the service counts on that.
final class Foreman {
    /// Hands payouts over, and asks what became of them.
    static final String PAYOUTS = "disbursement-1";
    /// Takes over what operators have changed.
    private static final String REFERENCES = "references";
    /// Takes over the data key of another node, or makes one that it seals with an hour later.
    private static final String KEYS = "vault-keys";

    private static final Duration A_MOMENT = Duration.ofMillis(1);

    private final World world;
    private final List<Life> nodes;

    /// @param nodes those that live, whichever they are by then
    Foreman(World world, List<Life> nodes) {
        this.world = world;
        this.nodes = nodes;
    }

    /// What a worker of a node has come to, in words.
    String work(Life life, String name) {
        var said = name
                + step(life, name)
                        .map(more -> more ? ", which has more to do" : "")
                        .orElse(", which failed");
        if (name.equals(Life.COURIER)) {
            delivered();
        }
        return said;
    }

    /// After messages were delivered a moment goes by: ids of one moment follow each other, and how many a
    /// courier has made, and when it drew their first, is decided by real time.
    void delivered() {
        world.clock().advance(A_MOMENT);
    }

    /// Whether a worker of a node has more to do; none has whose process ends.
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
