package dev.sluice.activity;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// History entries for statuses that were forced in the sandbox. A status can be forced any number of times and each
/// event carries the whole history, so the list is limited: beyond the limit, the last entry is replaced.
public final class Forces {
    public static final int LINES_MAX = 50;

    private static final String NAME = "Status forced in the sandbox";

    private Forces() {}

    /// Returns the history with an entry added, or with the last one replaced.
    public static List<Activity> plus(List<Activity> before, String status, Instant at) {
        var line = new Activity(NAME, Activity.COMPLETED, "Status set to " + status, at);
        var all = new ArrayList<>(before);
        var forces = IntStream.range(0, all.size())
                .filter(index -> all.get(index).name().equals(NAME))
                .toArray();
        if (forces.length < LINES_MAX) {
            all.add(line);
        } else {
            all.set(forces[forces.length - 1], line);
        }
        return all;
    }
}
