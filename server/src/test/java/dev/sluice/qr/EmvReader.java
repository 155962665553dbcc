package dev.sluice.qr;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/// Reads merchant-presented payloads like a payer's app, independently of the code that writes them: lengths count
/// characters, and the checksum uses a table.
final class EmvReader {
    private static final int[] TABLE = table();

    private EmvReader() {}

    /// Returns the root's fields in order, after checking the checksum.
    static Map<String, String> root(String payload) {
        var covered = payload.substring(0, payload.length() - 4);
        assertThat(payload).startsWith("0002").contains("6304").endsWith(crc(covered));
        assertThat(covered).endsWith("6304");
        return fields(payload);
    }

    /// Returns the fields of a template.
    static Map<String, String> fields(String text) {
        var fields = new LinkedHashMap<String, String>();
        var characters = text.codePoints().toArray();
        for (int at = 0; at < characters.length; ) {
            var id = new String(characters, at, 2);
            int length = Integer.parseInt(new String(characters, at + 2, 2));
            assertThat(id).matches("[0-9]{2}");
            assertThat(length).isPositive();
            assertThat(fields.put(id, new String(characters, at + 4, length)))
                    .as("a second field %s", id)
                    .isNull();
            at += 4 + length;
        }
        return fields;
    }

    static String crc(String text) {
        int crc = 0xffff;
        for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
            crc = (crc << 8 ^ TABLE[(crc >> 8 ^ octet) & 0xff]) & 0xffff;
        }
        return "%04X".formatted(crc);
    }

    private static int[] table() {
        var table = new int[256];
        for (int octet = 0; octet < table.length; octet++) {
            int crc = octet << 8;
            for (int bit = 0; bit < 8; bit++) {
                crc = crc << 1 ^ (crc >> 15 & 1) * 0x1021;
            }
            table[octet] = crc & 0xffff;
        }
        return table;
    }
}
