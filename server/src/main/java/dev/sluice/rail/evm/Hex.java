package dev.sluice.rail.evm;

import java.math.BigInteger;
import java.util.HexFormat;
import java.util.Locale;
import org.web3j.crypto.Keys;

/// Numbers, bytes and addresses in the format of JSON-RPC: hex with the prefix `0x`.
public final class Hex {
    private static final int RADIX = 16;
    private static final int WORD_DIGITS = 64;
    private static final int ADDRESS_DIGITS = 40;

    private Hex() {}

    public static String quantity(BigInteger number) {
        return "0x" + number.toString(RADIX);
    }

    public static String quantity(long number) {
        return "0x" + Long.toHexString(number);
    }

    /// Parses a number of any length. Empty bytes are zero, since some contracts return them.
    public static BigInteger number(String text) {
        var digits = digits(text);
        return digits.isEmpty() ? BigInteger.ZERO : new BigInteger(digits, RADIX);
    }

    public static byte[] bytes(String text) {
        return HexFormat.of().parseHex(digits(text));
    }

    public static String text(byte[] bytes) {
        return "0x" + HexFormat.of().formatHex(bytes);
    }

    /// Returns a number as a word of a contract's input or a log's topic, without `0x`.
    public static String word(BigInteger number) {
        var digits = number.toString(RADIX);
        return "0".repeat(WORD_DIGITS - digits.length()) + digits;
    }

    /// Returns an address as such a word, without `0x`.
    public static String addressWord(String address) {
        return "0".repeat(WORD_DIGITS - ADDRESS_DIGITS) + digits(address).toLowerCase(Locale.ROOT);
    }

    /// Returns the address in such a word, with its checksum.
    public static String addressIn(String word) {
        return address(word.substring(word.length() - ADDRESS_DIGITS));
    }

    /// Returns an address from a node with its checksum.
    public static String address(String text) {
        return Keys.toChecksumAddress("0x" + digits(text).toLowerCase(Locale.ROOT));
    }

    private static String digits(String text) {
        return text.startsWith("0x") || text.startsWith("0X") ? text.substring(2) : text;
    }
}
