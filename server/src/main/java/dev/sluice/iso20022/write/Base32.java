package dev.sluice.iso20022.write;

import java.util.Optional;
import java.util.UUID;

/// UUIDs as 26 characters of the alphabet `A`–`Z`, `2`–`7`: base 32 of RFC 4648, section 6, without padding.
final class Base32 {
    static final int LENGTH = 26;

    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    private static final int BITS = 5;
    private static final int MASK = 31;
    /// Bits of the last character that no bit of the UUID fills; they are zero.
    private static final int UNUSED = LENGTH * BITS - 2 * Long.SIZE;

    private Base32() {}

    static String encode(UUID id) {
        var text = new StringBuilder(LENGTH);
        for (int shift = 2 * Long.SIZE - BITS; shift > -BITS; shift -= BITS) {
            text.append(ALPHABET.charAt(bits(id, shift)));
        }
        return text.toString();
    }

    /// Returns the UUID; empty if the text is not the encoding of one.
    static Optional<UUID> decode(String text) {
        if (text.length() != LENGTH) {
            return Optional.empty();
        }
        long high = 0;
        long low = 0;
        for (int i = 0; i < LENGTH; i++) {
            int value = ALPHABET.indexOf(text.charAt(i));
            if (value < 0) {
                return Optional.empty();
            }
            boolean last = i == LENGTH - 1;
            int width = last ? BITS - UNUSED : BITS;
            if (last && (value & ((1 << UNUSED) - 1)) != 0) {
                return Optional.empty();
            }
            high = high << width | low >>> (Long.SIZE - width);
            low = low << width | (last ? value >> UNUSED : value);
        }
        return Optional.of(new UUID(high, low));
    }

    /// Returns five bits of a UUID.
    ///
    /// @param shift number of bits to the right of them; negative at the end, where zeros are added
    private static int bits(UUID id, int shift) {
        long high = id.getMostSignificantBits();
        long low = id.getLeastSignificantBits();
        if (shift < 0) {
            return (int) (low << -shift) & MASK;
        }
        if (shift >= Long.SIZE) {
            return (int) (high >>> (shift - Long.SIZE)) & MASK;
        }
        long joined = shift == 0 ? low : low >>> shift | high << (Long.SIZE - shift);
        return (int) joined & MASK;
    }
}
