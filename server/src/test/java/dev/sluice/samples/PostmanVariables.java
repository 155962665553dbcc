package dev.sluice.samples;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Ids that requests of the Postman collection store for later requests: of the last created resource, or of the first
/// listed one if no request creates any.
final class PostmanVariables {
    /// Answers with these ids, by operation, and the place of each.
    private static final List<Stored> ALL = List.of(
            new Stored("createFiatDisbursementsV1", "disbursementId", "data?.disburseData?.[0]?.disbursementId"),
            new Stored("createFiatDisbursements", "disbursementId", "data?.disburseData?.[0]?.disbursementId"),
            new Stored(
                    "createCryptoDisbursements",
                    "disbursementIdOrReference",
                    "data?.disburseData?.[0]?.disbursementId"),
            new Stored("createFiatDeposit", "depositId", "data?.depositId"),
            new Stored("createFiatDeposit", "depositIdOrReference", "data?.depositId"),
            new Stored("createCryptoDeposit", "depositId", "data?.depositId"),
            new Stored("createCryptoDeposit", "depositIdOrReference", "data?.depositId"),
            new Stored("createCheckout", "checkoutId", "data?.id"),
            new Stored("createConvert", "convertId", "data?.convertId"),
            new Stored("createWebhookEndpoint", "endpointId", "data?.id"),
            new Stored("listWebhookDeliveries", "deliveryId", "data?.docs?.[0]?.id"),
            new Stored("listEvents", "eventId", "data?.docs?.[0]?.id"),
            new Stored("createRecipient", "recipientId", "data?.id"));

    /// Parameters with a name of their own among all others.
    private static final Map<String, String> NAMES = Map.of("id", "recipientId");

    private PostmanVariables() {}

    private record Stored(String operation, String variable, String place) {
        String line() {
            return "keep('" + variable + "', pm.response.json()." + place + ");";
        }
    }

    /// Returns the variable for a path's parameter, if there is one.
    static Optional<String> of(String parameter) {
        var name = NAMES.getOrDefault(parameter, parameter);
        return ALL.stream()
                .map(Stored::variable)
                .filter(variable -> variable.equals(name))
                .findFirst();
    }

    /// Returns an operation's script for its answer; empty if it stores none of it.
    static List<String> script(String operation) {
        var lines = ALL.stream()
                .filter(stored -> stored.operation().equals(operation))
                .map(stored -> "  " + stored.line())
                .toList();
        return lines.isEmpty()
                ? List.of()
                : Stream.of(
                                Stream.of(
                                        "// The requests that come after name what is known from here.",
                                        "const keep = (name, id) => id && pm.collectionVariables.set(name, id);",
                                        "if (pm.response.code < 300) {"),
                                lines.stream(),
                                Stream.of("}"))
                        .flatMap(each -> each)
                        .toList();
    }
}
