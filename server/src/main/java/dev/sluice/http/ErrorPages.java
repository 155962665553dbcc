package dev.sluice.http;

import dev.sluice.refusal.Refusal;
import java.util.Map;
import java.util.Optional;

/// What people are shown below a path where programs are told by an error body that no route takes their request.
///
/// @param page by what is wrong
public record ErrorPages(String below, Map<Refusal, Handler> page) {
    public ErrorPages {
        page = Map.copyOf(page);
    }

    Optional<Handler> of(Refusal refusal, String rawPath) {
        return rawPath.startsWith(below + "/") ? Optional.ofNullable(page.get(refusal)) : Optional.empty();
    }
}
