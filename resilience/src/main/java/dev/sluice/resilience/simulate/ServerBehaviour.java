package dev.sluice.resilience.simulate;

import dev.sluice.client.WebhookEvent;
import dev.sluice.resilience.proof.Chance;
import dev.sluice.resilience.proof.Listener;
import dev.sluice.resilience.proof.Listener.Reply;

/// Behaviour of the merchants' servers: unreliable, except during a rest. Their response depends on simulated time
/// and not on the number of deliveries, which real time decides after a crash.
final class ServerBehaviour implements Listener.Manners {
    private final long seed;
    private final WorldClock clock;
    private final Tally tally;
    private final LatestEvents news;
    private volatile boolean calm;

    ServerBehaviour(long seed, World world) {
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
        if (!calm && tally.counted(chance.percent(10), FaultPlan.WEBHOOK_FAILED)) {
            return Reply.FAIL;
        }
        return !calm && tally.counted(chance.percent(5), FaultPlan.WEBHOOK_HUNG_UP) ? Reply.HANG_UP : Reply.TAKE;
    }

    @Override
    public void taken(String merchant, WebhookEvent event) {
        news.take(merchant, event);
    }
}
