package dev.sluice.activity;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// The lines of a history that tell of a status that was forced in the sandbox. A status is forced as often as somebody
/// likes, and each event has the whole history: of many, the last one stands for those since.
public final class Forces {
    public static final int LINES_MAX = 50;

    private static final String NAME = "Status forced in the sandbox";

    private Forces() {}

    /// A history with one more, or with another one in place of the last.
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
