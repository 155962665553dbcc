package dev.sluice.rail;

import dev.sluice.db.Tx;
import java.time.Duration;
import java.util.List;

/// Notices of an inbox that are to be applied, and the names of those that are not, since the service did not write
/// what the database says. The latter are looked at again later, in case their rows are restored.
public record Unread<N>(List<N> notices, List<String> altered) {
    /// The time after which a notice that was altered is looked at again.
    static final Duration HELD_FOR = Duration.ofMinutes(5);

    public Unread {
        notices = List.copyOf(notices);
        altered = List.copyOf(altered);
    }

    /// The notices that are to be applied. The others are reported.
    ///
    /// @param kind name of such a notice in lower case
    public List<N> reported(Tx tx, TamperAlarm alarm, String kind) {
        altered.forEach(name -> alarm.raise(tx, kind, name));
        return notices;
    }
}
