package dev.sluice.trial.simulate;

import dev.sluice.client.WebhookEvent;
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
    private final News news;
    private volatile boolean calm;

    Moods(long seed, World world) {
        this.seed = seed;
        this.clock = world.clock();
        this.tally = world.tally();
        this.news = world.news();
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
        if (!calm && tally.counted(chance.percent(10), Mischief.WEBHOOK_FAILED)) {
            return Reply.FAIL;
        }
        return !calm && tally.counted(chance.percent(5), Mischief.WEBHOOK_HUNG_UP) ? Reply.HANG_UP : Reply.TAKE;
    }

    @Override
    public void taken(String merchant, WebhookEvent event) {
        news.take(merchant, event);
    }
}
