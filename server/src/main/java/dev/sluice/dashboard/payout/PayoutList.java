package dev.sluice.dashboard.payout;

import dev.sluice.client.model.Page;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.Problems;
import dev.sluice.page.Texts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/// Page with the list of payouts.
///
/// @param units currencies or tokens to choose from
public record PayoutList(
        Frame frame,
        Texts texts,
        Formats formats,
        Filters filters,
        List<String> units,
        Page<?> page,
        List<PayoutRow> rows,
        Problems problems,
        boolean mayCreate) {
    static final String PATH = "/dashboard/payouts";

    public PayoutList {
        units = List.copyOf(units);
        rows = List.copyOf(rows);
    }

    public String path() {
        return PATH;
    }

    public Map<String, String> parameters() {
        return filters.values();
    }

    public String exportPath() {
        return Links.of(PATH + "/export", filters.values());
    }

    /// Returns the link to the list of the other kind, without the filters that only this kind has.
    public String tab(String kind) {
        var parameters = new LinkedHashMap<String, String>();
        List.of("status", "reference", "from", "to", "until", "sort")
                .forEach(name -> parameters.put(name, filters.at(name)));
        parameters.put("kind", kind);
        return Links.of(PATH, parameters);
    }

    public List<String> statuses() {
        var others = Stream.of("completed", "failed", "cancelled", "reversed");
        return Stream.of(Stream.of("pending"), Filters.STAGES.stream(), others)
                .flatMap(Function.identity())
                .toList();
    }

    /// Returns the name of a status or stage.
    public String name(String status) {
        return Filters.STAGES.contains(status)
                ? texts.get("stage." + status)
                : frame.texts().get("status." + status);
    }

    public List<String> sorts() {
        return List.of("-createdAt", "createdAt", "-updatedAt", "updatedAt");
    }
}
