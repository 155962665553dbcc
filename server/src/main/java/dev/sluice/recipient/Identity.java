package dev.sluice.recipient;

/// What two payees have in common that are the same; see [Recipients#identity].
public record Identity(String email, String currency, String bank, String account) {
    /// Shows nothing: all of it is personal, and records end up in logs.
    @Override
    public String toString() {
        return "Identity";
    }
}
