package dev.sluice.signin;

/// Base32 text of bytes (RFC 4648, section 6), without padding.
final class Base32 {
    private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    private static final int BITS = 5;
    private static final int MASK = 31;

    private Base32() {}

    static String text(byte[] bytes) {
        var text = new StringBuilder();
        int buffer = 0;
        int bits = 0;
        for (byte each : bytes) {
            buffer = (buffer << Byte.SIZE) | (each & 0xFF);
            bits += Byte.SIZE;
            while (bits >= BITS) {
                bits -= BITS;
                text.append(LETTERS.charAt((buffer >> bits) & MASK));
            }
        }
        if (bits > 0) {
            text.append(LETTERS.charAt((buffer << (BITS - bits)) & MASK));
        }
        return text.toString();
    }
}
