package dev.sluice.recipient;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Type of a recipient: a person or a company.
public enum RecipientType {
    INDIVIDUAL("Individual"),
    BUSINESS("Business");

    private final String wire;

    RecipientType(String wire) {
        this.wire = wire;
    }

    /// Returns the word of the API.
    public String wire() {
        return wire;
    }

    /// Returns the API's word for one in any letter case; other texts are returned unchanged.
    public static String spelt(String text) {
        return Stream.of(values())
                .map(RecipientType::wire)
                .filter(text::equalsIgnoreCase)
                .findFirst()
                .orElse(text);
    }

    static List<String> wires() {
        return Stream.of(values()).map(RecipientType::wire).toList();
    }

    static Optional<RecipientType> of(String wire) {
        return Stream.of(values()).filter(type -> type.wire.equals(wire)).findFirst();
    }
}
