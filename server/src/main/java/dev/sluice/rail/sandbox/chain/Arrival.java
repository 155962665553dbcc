package dev.sluice.rail.sandbox.chain;

import java.time.Duration;

/// How a payer's transaction arrives at a deposit's address.
public enum Arrival {
    /// Mined in one of the next blocks, and told of once it is final.
    ORDINARY(Course.ordinary(), 1),
    /// Half a minute in the pool, as one that pays too little for gas.
    LATE(new Course.Mined(Duration.ofSeconds(30)), 1),
    /// In a block that disappears before it is final, and in another one later.
    REORGANIZED(new Course.Reorganized(), 1),
    /// Told of twice under the same key, a second apart.
    TOLD_TWICE(Course.ordinary(), 2);

    private final Course course;
    private final int notices;

    Arrival(Course course, int notices) {
        this.course = course;
        this.notices = notices;
    }

    Course course() {
        return course;
    }

    int notices() {
        return notices;
    }
}
