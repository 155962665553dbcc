package dev.sluice.http;

import dev.sluice.refusal.Refusal;
import java.util.Map;
import java.util.Optional;

/// HTML error pages below a path, in place of the JSON error bodies that API clients receive.
///
/// @param page handler by kind of error
public record ErrorPages(String below, Map<Refusal, Handler> page) {
    public ErrorPages {
        page = Map.copyOf(page);
    }

    Optional<Handler> of(Refusal refusal, String rawPath) {
        return rawPath.startsWith(below + "/") ? Optional.ofNullable(page.get(refusal)) : Optional.empty();
    }
}
