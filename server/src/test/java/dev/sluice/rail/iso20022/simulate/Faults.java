package dev.sluice.rail.iso20022.simulate;

import dev.sluice.db.WatchedConnections.Watcher;
import dev.sluice.rail.iso20022.simulate.Step.Moment;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Faults of one node: it is killed at a step, or stands still while the other node works.
final class Faults implements Watcher {
    private static final int KILLS_MAX = 4;
    private static final int PAUSE_ONE_IN = 5;

    private final Random random;
    private final Set<Step> steps;
    private final Runnable meanwhile;
    private int left = KILLS_MAX;
    private boolean dead;
    private boolean stands;
    private boolean over;

    /// @param meanwhile work of others while this node stands still
    Faults(Step step, Random random, Runnable meanwhile) {
        this.random = random;
        this.steps = step == Step.RESOLVED ? EnumSet.of(step, Step.RENAMED, Step.DELIVERED) : EnumSet.of(step);
        this.meanwhile = meanwhile;
    }

    /// Starts the node again.
    void restart() {
        dead = false;
    }

    /// Makes no more faults.
    void end() {
        over = true;
    }

    int kills() {
        return KILLS_MAX - left;
    }

    @Override
    public void statement() {
        if (dead) {
            throw new Killed();
        }
    }

    @Override
    public void beforeCommit(List<String> sql) {
        statement();
        at(Step.of(sql), Moment.BEFORE);
    }

    @Override
    public void afterCommit(List<String> sql) {
        var step = Step.of(sql);
        at(step, Moment.AFTER);
        if (step != null) {
            pause();
        }
    }

    /// Kills the node, or does nothing.
    void at(@Nullable Step step, Moment moment) {
        statement();
        if (step == null || over || left == 0 || !steps.contains(step)) {
            return;
        }
        boolean rare = steps.size() > 1;
        if (rare && step == Step.RENAMED && moment == Moment.BEFORE) {
            return; // The next node finds the temporary file, as after a death at the upload.
        }
        if (random.nextInt(rare ? 2 : 4) == moment.ordinal() % 2) {
            left--;
            dead = true;
            throw new Killed();
        }
    }

    /// Stands still outside of a transaction, possibly for longer than a lease.
    void pause() {
        if (!over && !stands && random.nextInt(PAUSE_ONE_IN) == 0) {
            stands = true;
            try {
                meanwhile.run();
            } finally {
                stands = false;
            }
        }
    }
}
