package dev.sluice.dashboard;

import dev.sluice.page.Texts;
import java.time.Duration;

/// Waiting time after too many attempts, in whole seconds and at least one.
public final class Pause {
    private Pause() {}

    /// Returns the message with the waiting time.
    ///
    /// @param common texts that all pages share
    public static String message(Texts common, Duration left) {
        long seconds = seconds(left);
        return seconds == 1 ? common.get("laterOne") : common.get("later", seconds);
    }

    public static long seconds(Duration left) {
        return left.toSeconds() + 1;
    }
}
