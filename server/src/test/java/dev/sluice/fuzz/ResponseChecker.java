package dev.sluice.fuzz;

import dev.sluice.http.Contract;
import dev.sluice.http.Json;
import dev.sluice.refusal.Refused;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Finds faults of an answer to any request: an internal error, no answer, an error without its three fields, leaked
/// internals, or a deviation from the contract.
final class ResponseChecker {
    private static final List<String> TRIPLE =
            List.of("statusCode", "error", "message", "code", "requestId", "timestamp");

    /// Refusals before the request reaches an operation, so that no operation declares them.
    private static final Set<String> OUTSIDE =
            Set.of("MALFORMED_REQUEST", "URI_TOO_LONG", "HEADERS_TOO_LARGE", "NOT_FOUND", "METHOD_NOT_ALLOWED");

    /// A documented failure that is not the service's fault. `UNAVAILABLE` is one: the database of these runs is
    /// healthy, and a statement that takes too long is answered so.
    private static final Set<String> EXCUSED = Set.of("RATE_UNAVAILABLE");

    private static final Pattern INTERNALS = Pattern.compile(
            "dev\\.sluice|\\b(java|javax|jdk|sun)\\.[a-z]+\\.|org\\.(postgresql|jdbi|eclipse)|io\\.helidon"
                    + "|tools\\.jackson|com\\.(zaxxer|fasterxml)|\\w(Exception|Error)\\b:"
                    + "|\\bat [\\w.$]+\\([\\w.]+:[0-9]+\\)|\\.java:[0-9]"
                    + "|SQLSTATE|PSQL|\\b(SELECT|INSERT INTO|DELETE FROM|UPDATE) [\\w*\"]+ |relation \"|constraint \""
                    + "|violates |/(home|root|usr|var|tmp|opt)/|\\bNullPointer|\\bnull pointer");

    private static final Pattern HALF_ENCODED = Pattern.compile("%(?![0-9A-Fa-f]{2})");

    /// Accepted deviations from the contract: null for an optional field, equivalent to a missing one; years
    /// beyond 9999 as "no end"; and e-mail addresses at top-level domains that the validator does not know.
    private static final Pattern LENIENT = Pattern.compile("^ *request /.*: null found|^ *parameter (start|end)Date "
            + "|^ *request /.*/email: does not match the email pattern");

    /// Paths of answers about the service itself.
    private static final Set<String> OPEN_BOOKS = Set.of("/openapi.yaml", "/docs", "/metrics");

    private final Contract contract = Contract.load();

    /// Returns all faults of an exchange.
    List<String> faults(Exchange exchange) {
        var faults = new ArrayList<String>();
        if (exchange.took().compareTo(Exchange.PATIENCE) > 0) {
            faults.add("took " + exchange.took());
        }
        if (exchange.status() == 0) {
            faults.add("was not answered");
            return faults;
        }
        var document = exchange.header("Content-Type").orElse("").startsWith("application/json")
                ? parsed(exchange, faults)
                : null;
        if (exchange.status() >= 500 && !EXCUSED.contains(code(document))) {
            faults.add("is a failure of the service's own");
        }
        if (exchange.status() >= 400
                && (document != null || exchange.draft().operation().isApi())) {
            error(exchange, document, faults);
        }
        var told = INTERNALS.matcher(exchange.text());
        if (!OPEN_BOOKS.contains(exchange.draft().path()) && told.find() && !echoed(exchange, told.group())) {
            faults.add("tells internals: " + told.group());
        }
        var headers = INTERNALS.matcher(exchange.headers().toString());
        if (headers.find()) {
            faults.add("tells internals in its headers: " + headers.group());
        }
        if (!OUTSIDE.contains(code(document)) && asked(exchange)) {
            againstContract(exchange, faults);
        }
        return faults;
    }

    /// Returns the first internal detail in a page that only developers should see; empty if there is none.
    static Optional<String> internalsIn(String page) {
        var told = INTERNALS.matcher(page);
        return told.find() ? Optional.of(told.group()) : Optional.empty();
    }

    private static @Nullable JsonNode parsed(Exchange exchange, List<String> faults) {
        try {
            return Json.parse(exchange.body());
        } catch (Refused malformed) {
            faults.add("is no JSON, though it says so");
            return null;
        }
    }

    private static void error(Exchange exchange, @Nullable JsonNode document, List<String> faults) {
        if (document == null) {
            faults.add("is an error without a document");
            return;
        }
        for (var name : TRIPLE) {
            if (!document.has(name)) {
                faults.add("is an error without " + name);
            }
        }
        if (document.path("statusCode").intValue(0) != exchange.status()) {
            faults.add("says another status than it has");
        }
    }

    /// Reports whether the answer repeats the caller's own input. That is allowed: an example is the string to
    /// sign.
    private static boolean echoed(Exchange exchange, String told) {
        return exchange.draft().target().contains(told)
                || exchange.draft().text().contains(told);
    }

    /// Reports whether the path still belongs to its operation, so that the contract applies to it.
    private static boolean asked(Exchange exchange) {
        return exchange.draft().changes().stream().noneMatch(each -> each.startsWith("segment"));
    }

    private void againstContract(Exchange exchange, List<String> faults) {
        var draft = exchange.draft();
        if (exchange.status() < 300 && !isPlain(draft.query())) {
            return;
        }
        try {
            contract.check(
                    draft.operation().method(),
                    draft.path(),
                    draft.query(),
                    draft.body(),
                    exchange.status(),
                    exchange.httpHeaders(),
                    exchange.body());
        } catch (AssertionError differs) {
            var told = differs.getMessage()
                    .lines()
                    .skip(1)
                    .takeWhile(line -> !line.startsWith("request: "))
                    .filter(line -> !LENIENT.matcher(line).find())
                    .limit(3)
                    .toList();
            if (!told.isEmpty()) {
                faults.add("differs from the contract: " + told);
            }
        }
    }

    /// Reports whether a query has no duplicate parameter and no malformed escape: the contract covers neither.
    private static boolean isPlain(String query) {
        var names = new HashSet<String>();
        return Stream.of(query.split("&")).allMatch(each -> names.add(each.split("=", 2)[0]))
                && !HALF_ENCODED.matcher(query).find();
    }

    private static String code(@Nullable JsonNode document) {
        return document == null ? "" : document.path("code").asString("");
    }
}
