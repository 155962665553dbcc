package dev.sluice.webhook;

import dev.sluice.http.Fields;
import dev.sluice.http.Request;
import dev.sluice.refusal.Refused;
import dev.sluice.webhook.Endpoints.Wish;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;

/// Bodies of requests, read and checked.
final class WebhookRequests {
    private static final int URL_LENGTH_MAX = 2_000;
    private static final int DESCRIPTION_LENGTH_MAX = 200;
    private static final int TYPE_LENGTH_MAX = 64;
    private static final int TIME_LENGTH_MAX = 40;
    private static final int PORT_MAX = 65_535;

    private final Destinations destinations;
    private final boolean plain;

    /// @param plain whether `http` will do, as when trying things out
    WebhookRequests(Destinations destinations, boolean plain) {
        this.destinations = destinations;
        this.plain = plain;
    }

    /// @throws Refused where anything is wrong, each field named
    Wish create(Request request) {
        var fields = request.fields();
        var text = fields.requiredText("url", URL_LENGTH_MAX);
        return wish(fields, text.isEmpty() ? Optional.empty() : Optional.of(text));
    }

    /// @throws Refused where anything is wrong, each field named
    Wish change(Request request) {
        var fields = request.fields();
        return wish(fields, fields.text("url", URL_LENGTH_MAX));
    }

    private Wish wish(Fields fields, Optional<String> url) {
        var destination = url.flatMap(text -> destination(fields, text));
        var types = types(fields);
        Optional<Optional<String>> description = fields.has("description")
                ? Optional.of(fields.text("description", DESCRIPTION_LENGTH_MAX))
                : Optional.empty();
        var enabled = enabled(fields);
        fields.findings().throwIfAny();
        return new Wish(destination, types, description, enabled);
    }

    /// Since when failed deliveries are wanted again: no longer ago than deliveries are kept.
    ///
    /// @throws Refused where it is missing, malformed or too long ago
    static Instant since(Request request, Instant now) {
        var fields = request.fields();
        var text = fields.requiredText("since", TIME_LENGTH_MAX);
        var since = text.isEmpty() ? now : time(fields, text, now);
        if (since.isBefore(now.minus(Deliveries.KEPT))) {
            fields.findings()
                    .add("since", "OUT_OF_RANGE", "must be within the last " + Deliveries.KEPT.toDays() + " days");
        }
        fields.findings().throwIfAny();
        return since;
    }

    private static Instant time(Fields fields, String text, Instant otherwise) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException malformed) {
            fields.findings().add("since", "INVALID_FORMAT", "must be a time such as 2026-01-31T12:00:00Z");
            return otherwise;
        }
    }

    private static Optional<List<String>> types(Fields fields) {
        if (!fields.has("types")) {
            return Optional.empty();
        }
        var types = fields.texts("types", Types.ALL.size(), TYPE_LENGTH_MAX).stream()
                .map(String::strip)
                .distinct()
                .toList();
        types.stream()
                .filter(type -> !Types.isPattern(type))
                .findFirst()
                .ifPresent(unknown -> fields.findings()
                        .add(
                                "types",
                                "UNKNOWN_VALUE",
                                "has an unknown type; known are *, deposit.*, disbursement.*, convert.*, recipient.*, "
                                        + String.join(", ", Types.ALL)));
        return Optional.of(types.isEmpty() ? Types.DEFAULT : types);
    }

    private static Optional<Boolean> enabled(Fields fields) {
        return fields.text("status", TYPE_LENGTH_MAX).flatMap(text -> switch (text) {
            case "enabled" -> Optional.of(true);
            case "disabled" -> Optional.of(false);
            default -> {
                fields.findings().add("status", "UNKNOWN_VALUE", "must be enabled or disabled");
                yield Optional.empty();
            }
        });
    }

    /// A URL that may be told. A name that cannot be resolved now may be later: it is checked again for each message.
    private Optional<URI> destination(Fields fields, String text) {
        try {
            var url = new URI(text).parseServerAuthority();
            problem(url).ifPresent(problem -> fields.findings().add("url", "INVALID_FORMAT", problem));
            if (problem(url).isEmpty()) {
                destinations.resolve(url.getHost());
            }
            return Optional.of(url);
        } catch (URISyntaxException malformed) {
            fields.findings().add("url", "INVALID_FORMAT", "must be a URL such as https://example.com/webhooks");
        } catch (Destinations.Forbidden forbidden) {
            fields.findings().add("url", "FORBIDDEN_ADDRESS", "must be at a public address");
        } catch (UnknownHostException later) {
            return Optional.of(URI.create(text));
        }
        return Optional.empty();
    }

    private Optional<String> problem(URI url) {
        var scheme = url.getScheme();
        if (!"https".equalsIgnoreCase(scheme) && !(plain && "http".equalsIgnoreCase(scheme))) {
            return Optional.of(plain ? "must begin with https:// or http://" : "must begin with https://");
        }
        if (url.getHost() == null || url.getHost().isEmpty()) {
            return Optional.of("must name a host");
        }
        if (url.getRawUserInfo() != null || url.getRawFragment() != null) {
            return Optional.of("must have neither a user nor a fragment");
        }
        return url.getPort() == 0 || url.getPort() > PORT_MAX
                ? Optional.of("must have a port from 1 to " + PORT_MAX)
                : Optional.empty();
    }
}
