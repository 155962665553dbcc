package dev.sluice.dashboard.home;

import dev.sluice.dashboard.home.Days.Flow;
import dev.sluice.http.Json;
import dev.sluice.http.JsonObject;
import dev.sluice.page.Texts;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Charts of one currency: the numbers, and the options for ECharts. The browser formats numbers and days in the
/// language of the page.
public record Charts(String currency, List<Row> rows, String volume, String success) {
    private static final List<String> COLORS = List.of("#206bc4", "#d6830b");

    /// Figures of one day.
    public record Row(
            LocalDate day,
            BigDecimal paidOut,
            @Nullable BigDecimal payoutSuccess,
            BigDecimal paidIn,
            @Nullable BigDecimal depositSuccess) {}

    public Charts {
        rows = List.copyOf(rows);
    }

    static Charts of(Days days, String currency, Texts texts) {
        var rows = days.all().stream()
                .map(day -> {
                    var payouts = days.of(Flow.PAYOUTS, currency, day);
                    var deposits = days.of(Flow.DEPOSITS, currency, day);
                    return new Row(
                            day, payouts.volume(), payouts.successRate(), deposits.volume(), deposits.successRate());
                })
                .toList();
        var payouts = texts.get("payouts");
        var deposits = texts.get("deposits");
        var volume = options(
                rows,
                new JsonObject().put("type", "value"),
                List.of(
                        series("bar", payouts, values(rows, Row::paidOut)),
                        series("bar", deposits, values(rows, Row::paidIn))));
        var success = options(
                rows,
                new JsonObject().put("type", "value").put("min", 0).put("max", 100),
                List.of(
                        line(payouts, values(rows, Row::payoutSuccess), "circle"),
                        line(deposits, values(rows, Row::depositSuccess), "triangle")));
        return new Charts(currency, rows, volume, success);
    }

    /// Reports whether there is nothing to draw.
    public boolean isEmpty() {
        return rows.stream()
                .allMatch(row -> row.paidOut().signum() == 0
                        && row.paidIn().signum() == 0
                        && row.payoutSuccess() == null
                        && row.depositSuccess() == null);
    }

    private static List<Object> values(List<Row> rows, Function<Row, @Nullable BigDecimal> value) {
        // ECharts draws a gap for a hyphen, here for a day without a rate.
        return rows.stream()
                .<Object>map(row -> {
                    var given = value.apply(row);
                    return given == null ? "-" : given;
                })
                .toList();
    }

    private static JsonObject series(String type, String name, List<Object> data) {
        return new JsonObject().put("type", type).put("name", name).put("data", data);
    }

    private static JsonObject line(String name, List<Object> data, String symbol) {
        return series("line", name, data)
                .put("symbol", symbol)
                .put("symbolSize", 7)
                .put("showAllSymbol", true)
                .put("connectNulls", true);
    }

    private static String options(List<Row> rows, JsonObject axis, List<JsonObject> series) {
        var days = rows.stream().map(row -> row.day().toString()).toList();
        var options = new JsonObject()
                .put("color", COLORS)
                .put("legend", new JsonObject().put("top", 0).put("left", 0))
                .put("tooltip", new JsonObject().put("trigger", "axis").put("renderMode", "richText"))
                .put(
                        "grid",
                        new JsonObject()
                                .put("left", 8)
                                .put("right", 8)
                                .put("top", 36)
                                .put("bottom", 4)
                                .put("containLabel", true))
                .put("xAxis", new JsonObject().put("type", "category").put("data", days))
                .put("yAxis", axis)
                .put("series", series);
        // The options are embedded in the page, so they must not contain a closing tag.
        return new String(Json.bytes(options), StandardCharsets.UTF_8).replace("<", "\\u003c");
    }
}
