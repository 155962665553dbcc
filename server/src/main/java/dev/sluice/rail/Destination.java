package dev.sluice.rail;

/// Destination of a payer's money: a deposit method, and the number that identifies its payments: a virtual account's
/// number, the payment reference of a transfer, the reference inside of a QR code, or an e-wallet's bill.
public record Destination(String currency, String method, String number) {
    private static final int PARTS = 3;

    /// Returns the destination as one text, unique among those in use.
    public String text() {
        return currency + ":" + method + ":" + number;
    }

    public static Destination of(String text) {
        var parts = text.split(":", PARTS);
        if (parts.length != PARTS) {
            throw new IllegalStateException("not a destination: " + text);
        }
        return new Destination(parts[0], parts[1], parts[2]);
    }
}
