package dev.sluice.operator;

import dev.sluice.http.Ids;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;

/// Search for the organization of resources without an operators' page; results link to the organization.
///
/// @param kind text key of the resource's name
public record ResourceOwner(String kind, Search search) {

    /// Finds the organizations of resources that match a text as a whole.
    @FunctionalInterface
    public interface Search {
        List<UUID> of(List<UUID> organizations, String text, int limit);
    }

    /// Returns a search by id only.
    public static ResourceOwner byId(String kind, BiFunction<List<UUID>, UUID, Optional<UUID>> search) {
        return new ResourceOwner(
                kind,
                (organizations, text, _) -> Ids.parse(text).flatMap(id -> search.apply(organizations, id)).stream()
                        .toList());
    }
}
