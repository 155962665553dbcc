package dev.sluice.dashboard.developer;

import dev.sluice.page.Texts;
import dev.sluice.webhook.Reports;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/// Selectable event types, grouped by the kind of their subject; each group has a box for all its types.
public record TypeChoice(String label, List<Box> boxes) {
    private static final String EVERY = "*";

    public TypeChoice {
        boxes = List.copyOf(boxes);
    }

    /// Checkbox.
    ///
    /// @param id id that is unique on the page
    public record Box(String id, String value, String label, boolean ticked) {}

    /// Returns all groups, first the one for every event type.
    static List<TypeChoice> of(Texts texts, Collection<String> chosen) {
        var kinds = Reports.types().stream().map(TypeChoice::kind).distinct();
        return Stream.concat(
                        Stream.of(new TypeChoice(
                                texts.get("types.any"), List.of(box(EVERY, texts.get("types.every"), chosen)))),
                        kinds.map(kind -> ofKind(texts, kind, chosen)))
                .toList();
    }

    private static TypeChoice ofKind(Texts texts, String kind, Collection<String> chosen) {
        var all = Stream.of(box(kind + ".*", texts.get("types.all"), chosen));
        var each =
                Reports.types().stream().filter(type -> kind(type).equals(kind)).map(type -> box(type, type, chosen));
        return new TypeChoice(
                texts.get("types." + kind), Stream.concat(all, each).toList());
    }

    private static Box box(String value, String label, Collection<String> chosen) {
        return new Box("type-" + value.replace('.', '-').replace("*", "all"), value, label, chosen.contains(value));
    }

    private static String kind(String type) {
        return type.substring(0, type.indexOf('.'));
    }
}
