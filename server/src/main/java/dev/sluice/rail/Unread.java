package dev.sluice.rail;

import dev.sluice.db.Tx;
import java.time.Duration;
import java.util.List;

/// Notices of an inbox that can be applied, and the names of altered ones, whose rows differ from the records that the
/// service wrote. The latter are read again later, in case their rows are restored.
public record Unread<N>(List<N> notices, List<String> altered) {
    /// Time after which an altered notice is read again.
    static final Duration HELD_FOR = Duration.ofMinutes(5);

    public Unread {
        notices = List.copyOf(notices);
        altered = List.copyOf(altered);
    }

    /// Returns the notices to apply, and reports the altered ones.
    ///
    /// @param kind name of such a notice in lower case
    public List<N> reported(Tx tx, TamperAlarm alarm, String kind) {
        altered.forEach(name -> alarm.raise(tx, kind, name));
        return notices;
    }
}
