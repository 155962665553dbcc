package dev.sluice.rail.evm.key;

import java.math.BigInteger;
import java.util.Arrays;
import org.web3j.crypto.Hash;

/// Decoder of Base58Check, the encoding of extended keys: an alphabet without look-alike characters, and four bytes of
/// a double SHA-256 as the checksum.
final class Base58 {
    private static final String DIGITS = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
    private static final BigInteger RADIX = BigInteger.valueOf(DIGITS.length());
    private static final int CHECK_BYTES = 4;

    private Base58() {}

    /// Returns the bytes without their checksum.
    ///
    /// @throws IllegalArgumentException if the text is not Base58, or the checksum is wrong
    static byte[] checked(String text) {
        var bytes = bytes(text);
        if (bytes.length > CHECK_BYTES) {
            var payload = Arrays.copyOf(bytes, bytes.length - CHECK_BYTES);
            var check = Arrays.copyOf(Hash.sha256(Hash.sha256(payload)), CHECK_BYTES);
            if (Arrays.equals(check, Arrays.copyOfRange(bytes, payload.length, bytes.length))) {
                return payload;
            }
        }
        throw new IllegalArgumentException("has a wrong check sum");
    }

    private static byte[] bytes(String text) {
        var number = BigInteger.ZERO;
        for (int at = 0; at < text.length(); at++) {
            int value = DIGITS.indexOf(text.charAt(at));
            if (value < 0) {
                throw new IllegalArgumentException("is not written in Base58");
            }
            number = number.multiply(RADIX).add(BigInteger.valueOf(value));
        }
        int zeros = 0;
        while (zeros < text.length() && text.charAt(zeros) == DIGITS.charAt(0)) {
            zeros++;
        }
        var digits = number.signum() == 0 ? new byte[0] : number.toByteArray();
        int sign = digits.length > 0 && digits[0] == 0 ? 1 : 0;
        var bytes = new byte[zeros + digits.length - sign];
        System.arraycopy(digits, sign, bytes, zeros, digits.length - sign);
        return bytes;
    }
}
