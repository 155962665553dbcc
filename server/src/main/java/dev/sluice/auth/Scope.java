package dev.sluice.auth;

import java.util.Arrays;
import java.util.List;

/// What an API key may do. Signed requests may do everything.
public enum Scope {
    READ("read"),
    PAYOUTS("payouts"),
    DEPOSITS("deposits"),
    CONVERT("convert"),
    RECIPIENTS("recipients"),
    WEBHOOKS("webhooks");

    private final String wire;

    Scope(String wire) {
        this.wire = wire;
    }

    public String wire() {
        return wire;
    }

    public static List<String> wires() {
        return Arrays.stream(values()).map(Scope::wire).toList();
    }

    /// @throws IllegalArgumentException where there is no such scope
    public static Scope of(String wire) {
        return Arrays.stream(values())
                .filter(scope -> scope.wire.equals(wire))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("no scope " + wire + "; there are " + String.join(", ", wires())));
    }
}
