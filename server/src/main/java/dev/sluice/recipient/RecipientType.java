package dev.sluice.recipient;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What a payee is: a person or a firm.
public enum RecipientType {
    INDIVIDUAL("Individual"),
    BUSINESS("Business");

    private final String wire;

    RecipientType(String wire) {
        this.wire = wire;
    }

    /// The word used in the API.
    public String wire() {
        return wire;
    }

    /// The API's word for one that is written in any letter case; any other text as it is.
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
