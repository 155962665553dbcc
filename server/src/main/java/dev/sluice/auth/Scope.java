package dev.sluice.auth;

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
}
