package dev.sluice.trial.simulate;

import dev.sluice.trial.proof.Chance;
import dev.sluice.trial.proof.Listener;
import dev.sluice.trial.proof.Listener.Reply;

/// How the merchants' servers behave: badly, except while everything is left to come to rest.
final class Moods implements Listener.Manners {
    private final long seed;
    private final Tally tally;
    private volatile boolean calm;

    Moods(long seed, Tally tally) {
        this.seed = seed;
        this.tally = tally;
    }

    void calmDown() {
        calm = true;
    }

    void misbehave() {
        calm = false;
    }

    @Override
    public Reply reply(String messageId, int attempt) {
        var chance = Chance.of(seed, messageId, attempt);
        if (!calm && tally.counted(chance.percent(10), "webhook: answered with an error")) {
            return Reply.FAIL;
        }
        return !calm && tally.counted(chance.percent(5), "webhook: hung up") ? Reply.HANG_UP : Reply.TAKE;
    }
}
