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

/// What somebody typed and has not sent yet, kept in the address of the page that shows it: sealed, of their session
/// alone, and for an hour. So the page can be loaded anew and gone back to, and nothing of it can be read in a history
/// or a log.
public final class Drafts {
    /// The parameter of an address that has a draft.
    public static final String PARAMETER = "draft";

    private static final Duration KEPT = Duration.ofHours(1);
    private static final String PURPOSE = "dashboard_draft/";

    private final Vault vault;
    private final Supplier<Instant> realTime;

    public Drafts(Vault vault, Supplier<Instant> realTime) {
        this.vault = vault;
        this.realTime = realTime;
    }

    /// An address of a page that has what was typed.
    public String address(Visit visit, String path, Map<String, String> typed) {
        var values = new JsonObject();
        typed.forEach(values::put);
        var draft =
                new JsonObject().put("keptAt", realTime.get().getEpochSecond()).put("values", values);
        var bytes = vault.seal(visit.visitor().organizationId(), purpose(visit), Json.bytes(draft));
        return Links.of(
                path, Map.of(PARAMETER, Base64.getUrlEncoder().withoutPadding().encodeToString(bytes)));
    }

    /// What the address of a page has; nothing where it is of another session, was tampered with, or is over.
    public Optional<Map<String, String>> of(Visit visit) {
        return visit.request()
                .query()
                .text(PARAMETER)
                .flatMap(Drafts::bytes)
                .flatMap(bytes -> vault.opened(visit.visitor().organizationId(), purpose(visit), bytes))
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

    private static String purpose(Visit visit) {
        return PURPOSE + visit.visitor().sessionId();
    }

    private static Optional<byte[]> bytes(String text) {
        try {
            return Optional.of(Base64.getUrlDecoder().decode(text));
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }
}
