package dev.sluice.screening;

import dev.sluice.http.Fetch;
import dev.sluice.http.Json;
import dev.sluice.http.JsonObject;
import dev.sluice.refusal.Refused;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Screening by a vendor's service: one POST per party. Only a complete response counts.
final class VendorScreener implements Screener, AutoCloseable {
    static final String NAME = "vendor";

    private static final int OK = 200;
    private static final int ASKED_AT_ONCE_MAX = 8;
    private static final int TEXT_LENGTH_MAX = 300;
    private static final BigDecimal WHOLE = BigDecimal.valueOf(100);

    private final URI url;
    private final String token;
    private final Fetch fetch;
    private final Semaphore lines = new Semaphore(ASKED_AT_ONCE_MAX);

    VendorScreener(URI url, String token, Fetch fetch) {
        this.url = url;
        this.token = token;
        this.fetch = fetch;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Finding screen(Question question) {
        var party = question.party();
        var body = new JsonObject()
                .put("kind", question.kind().wire())
                .put("reference", question.reference())
                .put("names", party.names())
                .putPresent("country", party.country())
                .put("identifiers", party.identifiers());
        try {
            lines.acquire();
            try {
                return read(fetch.post(url, token, Json.bytes(body)));
            } finally {
                lines.release();
            }
        } catch (IOException away) {
            return new Finding.Unavailable(String.valueOf(away.getMessage()));
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            return new Finding.Unavailable("stopping");
        }
    }

    private static Finding read(Fetch.Reply reply) {
        if (reply.status() != OK) {
            return new Finding.Unavailable("HTTP " + reply.status());
        }
        try {
            var answer = Json.parse(reply.body());
            var result = Objects.requireNonNullElse(text(answer, "result"), "");
            return switch (result) {
                case "clear" -> new Finding.Clear(text(answer, "reference"));
                case "hit" -> hit(answer);
                default -> new Finding.Unavailable("its answer has neither result clear nor hit");
            };
        } catch (Refused malformed) {
            return new Finding.Unavailable("its response is not JSON");
        }
    }

    private static Finding hit(JsonNode answer) {
        var matches = new ArrayList<Match>();
        var listed = answer.get("matches");
        if (listed != null && listed.isArray()) {
            for (var each : listed) {
                var name = text(each, "name");
                var list = text(each, "list");
                if (name == null || list == null) {
                    return new Finding.Unavailable("its answer has a match without name or list");
                }
                matches.add(new Match(text(each, "id"), name, list, score(each.get("score")), text(each, "about")));
            }
        }
        return matches.isEmpty()
                ? new Finding.Unavailable("its answer is a hit without matches")
                : new Finding.Hit(text(answer, "reference"), Match.bounded(List.copyOf(matches)));
    }

    /// Score in percent; a missing one counts as certain.
    private static int score(@Nullable JsonNode score) {
        var whole = score == null || !score.isNumber()
                ? WHOLE
                : score.decimalValue().setScale(0, RoundingMode.HALF_UP);
        return whole.max(BigDecimal.ZERO).min(WHOLE).intValue();
    }

    private static @Nullable String text(JsonNode node, String name) {
        var value = node.isObject() ? node.get(name) : null;
        if (value == null || !value.isString()) {
            return null;
        }
        var clean = value.stringValue().replaceAll("[\\p{Cntrl}\\p{Cs}]", "?").strip();
        return clean.isEmpty() ? null : clean.substring(0, Math.min(clean.length(), TEXT_LENGTH_MAX));
    }

    @Override
    public void close() {
        fetch.close();
    }
}
