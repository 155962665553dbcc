package dev.sluice.dashboard;

import dev.sluice.http.Json;
import dev.sluice.http.JsonObject;
import dev.sluice.vault.Vault;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// Unsent form input, stored in the query string of the page that shows it. It is encrypted, bound to the session and
/// valid for an hour. The page survives a reload and the back button, and histories and logs reveal nothing.
public final class Drafts {
    /// Query parameter with the draft.
    public static final String PARAMETER = "draft";

    private static final Duration KEPT = Duration.ofHours(1);
    private static final String PURPOSE = "dashboard_draft/";

    private final Vault vault;
    private final Supplier<Instant> realTime;

    public Drafts(Vault vault, Supplier<Instant> realTime) {
        this.vault = vault;
        this.realTime = realTime;
    }

    /// Returns the address of a page with the input as a draft.
    public String address(PageContext context, String path, Map<String, String> typed) {
        var values = new JsonObject();
        typed.forEach(values::put);
        var draft =
                new JsonObject().put("keptAt", realTime.get().getEpochSecond()).put("values", values);
        var bytes = vault.seal(context.visitor().organizationId(), purpose(context), Json.bytes(draft));
        return Links.of(
                path, Map.of(PARAMETER, Base64.getUrlEncoder().withoutPadding().encodeToString(bytes)));
    }

    /// Returns the draft in the address of a page; empty if it is expired, was tampered with or belongs to another
    /// session.
    public Optional<Map<String, String>> of(PageContext context) {
        return context.request()
                .query()
                .text(PARAMETER)
                .flatMap(Drafts::bytes)
                .flatMap(bytes -> vault.opened(context.visitor().organizationId(), purpose(context), bytes))
                .map(Json::parse)
                .filter(draft -> Instant.ofEpochSecond(draft.path("keptAt").longValue())
                        .plus(KEPT)
                        .isAfter(realTime.get()))
                .map(draft -> {
                    var typed = new LinkedHashMap<String, String>();
                    draft.path("values")
                            .properties()
                            .forEach(each ->
                                    typed.put(each.getKey(), each.getValue().stringValue()));
                    return typed;
                });
    }

    private static String purpose(PageContext context) {
        return PURPOSE + context.visitor().sessionId();
    }

    private static Optional<byte[]> bytes(String text) {
        try {
            return Optional.of(Base64.getUrlDecoder().decode(text));
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }
}
