package dev.sluice.dashboard;

import dev.sluice.page.Texts;
import java.time.Duration;

/// How long whoever has tried too often waits until they may try again, in whole seconds and one at least.
public final class Pause {
    private Pause() {}

    /// What they are told.
    ///
    /// @param common the texts that pages of all parts have in common
    public static String told(Texts common, Duration left) {
        long seconds = seconds(left);
        return seconds == 1 ? common.get("laterOne") : common.get("later", seconds);
    }

    public static long seconds(Duration left) {
        return left.toSeconds() + 1;
    }
}
