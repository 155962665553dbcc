package dev.sluice.qr;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/// Checksum of a payload: ISO/IEC 13239 with the polynomial 1021 and the initial value FFFF, known as
/// CRC-16/CCITT-FALSE.
final class Crc16 {
    private static final int POLYNOMIAL = 0x1021;
    private static final int INITIAL = 0xffff;
    private static final int TOP = 0x8000;

    private Crc16() {}

    /// Returns the checksum of the text in UTF-8 as four upper-case hexadecimal digits.
    static String of(String text) {
        int crc = INITIAL;
        for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
            crc ^= (octet & 0xff) << 8;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc & TOP) == 0 ? crc << 1 : (crc << 1) ^ POLYNOMIAL;
            }
            crc &= 0xffff;
        }
        return HexFormat.of().withUpperCase().toHexDigits((short) crc);
    }
}
