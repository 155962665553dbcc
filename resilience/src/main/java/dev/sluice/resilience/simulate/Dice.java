package dev.sluice.resilience.simulate;

import java.security.SecureRandom;
import java.util.SplittableRandom;

/// Random source of the nodes, for ids, secrets and jitter. It is reseeded for each turn, so that the draws of one
/// turn do not affect the next.
final class Dice extends SecureRandom {
    private static final long serialVersionUID = 1L;
    private final long seed;
    private long turn;
    private transient SplittableRandom random;

    Dice(long seed) {
        this.seed = seed;
        this.random = of(seed, 0);
    }

    /// Derives each turn's seed randomly, since sequences with adjacent seeds overlap.
    private static SplittableRandom of(long seed, long turn) {
        return new SplittableRandom(new SplittableRandom(seed + turn).nextLong());
    }

    /// Starts another turn, of a worker or a request.
    synchronized void turn() {
        turn++;
        random = of(seed, turn);
    }

    /// Returns the next random bytes.
    @Override
    public synchronized void nextBytes(byte[] bytes) {
        random.nextBytes(bytes);
    }
}
