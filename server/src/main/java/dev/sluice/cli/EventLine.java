package dev.sluice.cli;

import dev.sluice.http.Json;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// One line about an event: time, type, payment, and the payment's status.
record EventLine(JsonNode event) {
    private static final String GAP = "  ";
    private static final int TYPE_WIDTH =
            Scenarios.types().stream().mapToInt(String::length).max().orElseThrow();

    String text() {
        var line = new StringBuilder(time()).append(GAP).append(type());
        line.repeat(" ", Math.max(0, TYPE_WIDTH - type().length()))
                .append(GAP)
                .append(orderId())
                .append(GAP)
                .append('#')
                .append(sequence());
        Stream.of(status(), amount())
                .filter(part -> !part.isEmpty())
                .forEach(part -> line.append(GAP).append(part));
        return line.toString();
    }

    String time() {
        return event.path("timestamp").asString("");
    }

    String type() {
        return event.path("type").asString("");
    }

    String orderId() {
        return event.path("orderId").asString("");
    }

    int sequence() {
        return event.path("sequence").asInt(0);
    }

    /// Returns the status; empty if the resource has none.
    String status() {
        return event.path("data").path("status").asString("");
    }

    /// Returns the paid, charged or exchanged amount with its currency; empty if there is none.
    String amount() {
        var data = event.path("data");
        return Stream.of(
                        money(data, "amount", "currency"),
                        money(data, "amount", "token"),
                        money(data, "inputAmount", "inputCurrency"),
                        money(data.path("input"), "amount", "currency"))
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElse("");
    }

    /// Amounts may have been asked for as strings.
    private static String money(JsonNode data, String amount, String currency) {
        var value = data.path(amount);
        if (!data.path(currency).isString() || !(value.isNumber() || value.isString())) {
            return "";
        }
        var sum = value.isNumber() ? Json.plain(value.decimalValue()) : value.stringValue();
        return sum + " " + data.path(currency).stringValue();
    }
}
