package dev.sluice.trial.simulate;

import dev.sluice.trial.proof.Chance;
import dev.sluice.trial.proof.Listener;
import dev.sluice.trial.proof.Listener.Reply;

/// How the merchants' servers behave: badly, except while everything is left to come to rest. How they take
/// a message depends on when it comes in the world's time, and not on how often it has come, which real
/// time decides where a process ended.
final class Moods implements Listener.Manners {
    private final long seed;
    private final WorldClock clock;
    private final Tally tally;
    private volatile boolean calm;

    Moods(long seed, WorldClock clock, Tally tally) {
        this.seed = seed;
        this.clock = clock;
        this.tally = tally;
    }

    void calmDown() {
        calm = true;
    }

    void misbehave() {
        calm = false;
    }

    @Override
    public Reply reply(String messageId) {
        var chance = Chance.of(seed, messageId, clock.millis());
        if (!calm && tally.counted(chance.percent(10), "webhook: answered with an error")) {
            return Reply.FAIL;
        }
        return !calm && tally.counted(chance.percent(5), "webhook: hung up") ? Reply.HANG_UP : Reply.TAKE;
    }
}
