package dev.sluice.trial.simulate;

import java.security.SecureRandom;
import java.util.SplittableRandom;

/// What the nodes take for chance: ids, secrets, jitter. It begins anew with each turn, so that what one turn draws
/// changes nothing of the next.
final class Dice extends SecureRandom {
    private static final long serialVersionUID = 1L;
    private final long seed;
    private long turn;
    private transient SplittableRandom random;

    Dice(long seed) {
        this.seed = seed;
        this.random = of(seed, 0);
    }

    /// What each turn begins with is drawn, since sequences that begin a step apart are each other's.
    private static SplittableRandom of(long seed, long turn) {
        return new SplittableRandom(new SplittableRandom(seed + turn).nextLong());
    }

    /// Another turn, of a worker or a request.
    synchronized void turn() {
        turn++;
        random = of(seed, turn);
    }

    /// What is drawn next.
    @Override
    public synchronized void nextBytes(byte[] bytes) {
        random.nextBytes(bytes);
    }
}
