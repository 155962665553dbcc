package dev.sluice.screening;

import dev.sluice.http.Json;
import dev.sluice.http.JsonObject;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Person, company or wallet to screen.
///
/// @param names all known names, each once
/// @param country ISO 3166 alpha-2, if known
/// @param identifiers addresses of wallets
public record Party(List<String> names, @Nullable String country, List<String> identifiers) {
    private static final String NAMES = "names";
    private static final String COUNTRY = "country";
    private static final String IDENTIFIERS = "identifiers";

    public Party {
        names = List.copyOf(names);
        identifiers = List.copyOf(identifiers);
    }

    /// Returns a party with the non-empty names, each once.
    public static Party named(@Nullable String country, @Nullable String... names) {
        return new Party(distinct(names), country, List.of());
    }

    /// Returns the holder of a wallet.
    public static Party wallet(String address, @Nullable String... names) {
        return new Party(distinct(names), null, List.of(address));
    }

    /// Returns the holder of a wallet that has several addresses.
    public static Party wallets(List<String> addresses, @Nullable String... names) {
        return new Party(distinct(names), null, addresses);
    }

    private static List<String> distinct(@Nullable String... names) {
        return Stream.of(names)
                .filter(Objects::nonNull)
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .distinct()
                .toList();
    }

    /// Reports whether there is nothing to screen.
    public boolean isEmpty() {
        return names.isEmpty() && identifiers.isEmpty();
    }

    JsonObject json() {
        return new JsonObject().put(NAMES, names).putPresent(COUNTRY, country).put(IDENTIFIERS, identifiers);
    }

    byte[] bytes() {
        return Json.bytes(json());
    }

    static Party of(byte[] bytes) {
        var node = Json.parse(bytes);
        var country = node.get(COUNTRY);
        return new Party(
                texts(node.get(NAMES)), country == null ? null : country.stringValue(), texts(node.get(IDENTIFIERS)));
    }

    private static List<String> texts(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false)
                .map(JsonNode::stringValue)
                .toList();
    }
}
