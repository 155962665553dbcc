package dev.sluice.dashboard.operator;

import dev.sluice.http.Ids;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;

/// Whose things of a kind are, of which operators have no page: they lead to their organization.
///
/// @param kind the key of what they are called
public record Owner(String kind, Search search) {

    /// Who has something that a text names as a whole.
    @FunctionalInterface
    public interface Search {
        List<UUID> of(List<UUID> organizations, String text, int limit);
    }

    /// Where only an id names such a thing.
    public static Owner byId(String kind, BiFunction<List<UUID>, UUID, Optional<UUID>> search) {
        return new Owner(
                kind,
                (organizations, text, _) -> Ids.parse(text).flatMap(id -> search.apply(organizations, id)).stream()
                        .toList());
    }
}
