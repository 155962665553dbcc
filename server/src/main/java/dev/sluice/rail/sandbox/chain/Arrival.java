package dev.sluice.rail.sandbox.chain;

import java.time.Duration;

/// How a payer's transaction arrives at a deposit's address.
public enum Arrival {
    /// Mined in one of the next blocks, and told of once it is final.
    ORDINARY(Course.ordinary(), 1, false),
    /// Half a minute in the pool, as one that pays too little for gas.
    LATE(new Course.Mined(Duration.ofSeconds(30)), 1, false),
    /// In a block that disappears before it is final, and in another one later.
    REORGANIZED(new Course.Reorganized(), 1, false),
    /// Told of twice under the same key, a second apart.
    TOLD_TWICE(Course.ordinary(), 2, false),
    /// Told of, and gone some seconds later: the chain is rewritten deeper than what was thought to be final.
    VANISHED(Course.ordinary(), 2, true),
    /// The same, and some seconds later it is in another block, under the same hash.
    VANISHED_AND_BACK(Course.ordinary(), 3, true);

    private final Course course;
    private final int notices;
    private final boolean vanishes;

    Arrival(Course course, int notices, boolean vanishes) {
        this.course = course;
        this.notices = notices;
        this.vanishes = vanishes;
    }

    Course course() {
        return course;
    }

    int notices() {
        return notices;
    }

    /// Whether every other notice takes back the one before.
    boolean vanishes() {
        return vanishes;
    }
}
