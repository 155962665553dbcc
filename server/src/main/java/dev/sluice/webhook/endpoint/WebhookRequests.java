package dev.sluice.webhook.endpoint;

import dev.sluice.auth.SignedTime;
import dev.sluice.client.model.EventTypes;
import dev.sluice.http.Fields;
import dev.sluice.http.Request;
import dev.sluice.http.WebUrl;
import dev.sluice.net.SsrfPolicy;
import dev.sluice.refusal.Refused;
import dev.sluice.webhook.delivery.Deliveries;
import dev.sluice.webhook.endpoint.Endpoint.Amounts;
import dev.sluice.webhook.endpoint.Endpoints.NewEndpoint;
import dev.sluice.webhook.feed.Types;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Bodies of requests, read and checked.
public final class WebhookRequests {
    private static final int URL_LENGTH_MAX = 2_000;
    private static final int DESCRIPTION_LENGTH_MAX = 200;
    private static final int TYPE_LENGTH_MAX = 64;
    private static final int TIME_LENGTH_MAX = 40;

    private final EndpointHostCheck hostCheck;
    private final boolean sandbox;

    /// @param sandbox true in a sandbox: `http` is allowed, and the default is every type
    public WebhookRequests(EndpointHostCheck hostCheck, boolean sandbox) {
        this.hostCheck = hostCheck;
        this.sandbox = sandbox;
    }

    /// @throws Refused with every faulty field
    public NewEndpoint create(UUID organization, Request request) {
        var fields = request.fields();
        return newEndpoint(
                organization,
                fields,
                required(fields, "url", URL_LENGTH_MAX),
                fields.text("status", TYPE_LENGTH_MAX),
                Optional.of(Types.byDefault(sandbox)));
    }

    /// Reads a change. An endpoint always has an address and a status: they can be changed, but not removed.
    ///
    /// @throws Refused with every faulty field
    public NewEndpoint change(UUID organization, Request request) {
        var fields = request.fields();
        return newEndpoint(
                organization,
                fields,
                fields.has("url") ? required(fields, "url", URL_LENGTH_MAX) : Optional.empty(),
                fields.has("status") ? required(fields, "status", TYPE_LENGTH_MAX) : Optional.empty(),
                Optional.empty());
    }

    private static Optional<String> required(Fields fields, String name, int lengthMax) {
        return Optional.of(fields.requiredText(name, lengthMax)).filter(text -> !text.isEmpty());
    }

    /// @param unnamed the types where none are named
    private NewEndpoint newEndpoint(
            UUID organization,
            Fields fields,
            Optional<String> url,
            Optional<String> status,
            Optional<List<String>> unnamed) {
        var destination = url.flatMap(text -> destination(organization, fields, text));
        var types = types(fields).or(() -> unnamed);
        Optional<Optional<String>> description = fields.has("description")
                ? Optional.of(fields.text("description", DESCRIPTION_LENGTH_MAX))
                : Optional.empty();
        var amounts = amounts(fields);
        var enabled = enabled(fields, status);
        fields.findings().throwIfAny();
        return new NewEndpoint(destination, types, description, amounts, enabled);
    }

    /// Returns the start of the failed deliveries to send again: no earlier than deliveries are kept. A caller's
    /// clock may be ahead of this one by the tolerance of a signature.
    ///
    /// @throws Refused if it is missing, malformed, too long ago or in the future
    public static Instant since(Request request, Instant now) {
        var fields = request.fields();
        var text = fields.requiredText("since", TIME_LENGTH_MAX);
        var since = text.isEmpty() ? now : time(fields, text, now);
        if (since.isAfter(now.plus(SignedTime.TOLERANCE)) || since.isBefore(now.minus(Deliveries.KEPT))) {
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

    private Optional<List<String>> types(Fields fields) {
        if (!fields.has("types")) {
            return Optional.empty();
        }
        var types = fields.texts("types", EventTypes.ALL.size(), TYPE_LENGTH_MAX);
        for (int at = 0; at < types.size(); at++) {
            if (!EventTypes.isPattern(types.get(at))) {
                fields.findings()
                        .add(
                                fields.path("types[" + at + "]"),
                                "UNKNOWN_VALUE",
                                "must not be " + types.get(at) + " but one of "
                                        + String.join(", ", EventTypes.PATTERNS));
            }
        }
        return Optional.of(
                types.isEmpty()
                        ? Types.byDefault(sandbox)
                        : types.stream().distinct().toList());
    }

    private static Optional<Amounts> amounts(Fields fields) {
        var text = fields.has("amounts") ? required(fields, "amounts", TYPE_LENGTH_MAX) : Optional.<String>empty();
        return text.flatMap(word -> switch (word) {
            case "number" -> Optional.of(Amounts.NUMBER);
            case "string" -> Optional.of(Amounts.STRING);
            default -> {
                fields.findings().add("amounts", "UNKNOWN_VALUE", "must be number or string");
                yield Optional.empty();
            }
        });
    }

    private static Optional<Boolean> enabled(Fields fields, Optional<String> status) {
        return status.flatMap(text -> switch (text) {
            case "enabled" -> Optional.of(true);
            case "disabled" -> Optional.of(false);
            default -> {
                fields.findings().add("status", "UNKNOWN_VALUE", "must be enabled or disabled");
                yield Optional.empty();
            }
        });
    }

    /// Returns an allowed URL. A name that cannot be resolved now may be later: it is checked again for each
    /// message.
    private Optional<URI> destination(UUID organization, Fields fields, String text) {
        try {
            var url = WebUrl.of(text);
            requireAllowed(url.uri());
            hostCheck.require(organization, url.host());
            return Optional.of(url.uri());
        } catch (IllegalArgumentException malformed) {
            fields.findings().add("url", "INVALID_FORMAT", String.valueOf(malformed.getMessage()));
        } catch (SsrfPolicy.Forbidden forbidden) {
            fields.findings().add("url", "FORBIDDEN_ADDRESS", "must be at a public address");
        } catch (UnknownHostException later) {
            return Optional.of(WebUrl.of(text).uri());
        }
        return Optional.empty();
    }

    private void requireAllowed(URI url) {
        if (!sandbox && !"https".equalsIgnoreCase(url.getScheme())) {
            throw new IllegalArgumentException("must begin with https://");
        }
        if (url.getRawAuthority().contains("@") || url.getRawFragment() != null) {
            throw new IllegalArgumentException("must not have a user or a fragment");
        }
    }
}
