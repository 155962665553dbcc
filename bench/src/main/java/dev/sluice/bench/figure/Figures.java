package dev.sluice.bench.figure;

import java.util.ArrayList;
import java.util.List;

/// All figures.
public final class Figures {
    /// Those that a quick run measures.
    public static final List<String> QUICK = List.of("1", "3", "5", "11", "12", "13", "14");

    /// The order in which they are told.
    private static final List<String> NUMBERS = List.of(
            "1", "1b", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "14b", "15", "15b", "16",
            "16b");

    private Figures() {}

    /// All, in the order in which they are measured: those that leave many payouts behind come late, since
    /// all books are proved again after each round.
    public static List<Figure> all() {
        var hot = new HotPayouts();
        var told = new ToldPayouts();
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
                told,
                new ToldLag(told),
                ToldEvents.one(),
                ToldEvents.twenty(),
                new LaneTransfers(),
                new ChainPayouts(),
                new WatchedBlocks(),
                new LargeTable(),
                LargeReads.api(),
                pages,
                new SlowestPage(pages));
    }

    /// Where a figure stands among all when they are told.
    public static int place(String number) {
        return NUMBERS.indexOf(number);
    }

    /// Those of these numbers, in the order in which they are measured.
    ///
    /// @throws IllegalArgumentException where one is not known
    public static List<Figure> of(List<String> numbers) {
        var all = all();
        var unknown = new ArrayList<>(numbers);
        unknown.removeAll(all.stream().map(figure -> figure.heading().number()).toList());
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException(
                    "no figure %s; there are %s".formatted(String.join(", ", unknown), String.join(", ", NUMBERS)));
        }
        return all.stream()
                .filter(figure -> numbers.contains(figure.heading().number()))
                .toList();
    }
}
