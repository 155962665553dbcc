package dev.sluice.trial.simulate;

import java.security.SecureRandom;
import java.util.SplittableRandom;

/// What the nodes take for chance: ids, secrets, jitter. It begins anew with each turn, so that what one turn draws
/// changes nothing of the next.
final class Dice extends SecureRandom {
    private static final long serialVersionUID = 1L;
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final long seed;
    private long turn;
    private transient SplittableRandom random;

    Dice(long seed) {
        this.seed = seed;
        this.random = new SplittableRandom(seed);
    }

    /// Another turn, of a worker or a request.
    synchronized void turn() {
        turn++;
        random = new SplittableRandom(seed + turn * SPREAD);
    }

    /// What is drawn next.
    @Override
    public synchronized void nextBytes(byte[] bytes) {
        random.nextBytes(bytes);
    }
}
