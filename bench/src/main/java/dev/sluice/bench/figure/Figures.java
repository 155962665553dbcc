package dev.sluice.bench.figure;

import java.util.ArrayList;
import java.util.List;

/// All figures.
public final class Figures {
    /// Figures of a quick run.
    public static final List<String> QUICK = List.of("1", "3", "5", "11", "12", "13", "14");

    /// Order in the report.
    private static final List<String> NUMBERS = List.of(
            "1", "1b", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "14b", "15", "15b", "16",
            "16b");

    private Figures() {}

    /// Returns all figures in the order of measurement: those that create many payouts come late, since all books
    /// are verified after each round.
    public static List<Figure> all() {
        var hot = new HotPayouts();
        var reported = new PayoutsWithWebhooks();
        var pages = LargeReads.pages();
        return List.of(
                hot,
                new Memory(hot),
                new SingleLatency(),
                new HalfLoad(),
                new ManyOrganizations(),
                new BareRoute(),
                new Completion(),
                new Batches(),
                new SteadyState(),
                reported,
                new WebhookLag(reported),
                WebhookDeliveries.single(),
                WebhookDeliveries.twenty(),
                new LaneTransfers(),
                new ChainPayouts(),
                new WatchedBlocks(),
                new LargeTable(),
                LargeReads.api(),
                pages,
                new SlowestPage(pages));
    }

    /// Returns the position of a figure in the report.
    public static int place(String number) {
        return NUMBERS.indexOf(number);
    }

    /// Returns the figures of these numbers, in the order of measurement.
    ///
    /// @throws IllegalArgumentException if a number is unknown
    public static List<Figure> of(List<String> numbers) {
        var all = all();
        var unknown = new ArrayList<>(numbers);
        unknown.removeAll(all.stream().map(figure -> figure.heading().number()).toList());
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException(
                    "unknown figure %s; valid: %s".formatted(String.join(", ", unknown), String.join(", ", NUMBERS)));
        }
        return all.stream()
                .filter(figure -> numbers.contains(figure.heading().number()))
                .toList();
    }
}
