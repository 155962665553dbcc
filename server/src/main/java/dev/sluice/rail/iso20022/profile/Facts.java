package dev.sluice.rail.iso20022.profile;

import dev.sluice.text.Sha256;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Canonical form of a profile: one line per value in force, defaults included, in the order of the keys.
/// Comments, the order of keys and the notation of a value (`1.0`, `1.00`) have no effect; every value has, except
/// addresses. A rehearsal cannot prove the address of the live bank, since it never goes there. A bank that moves its
/// server or changes its key must not stop the service until a rehearsal has passed again.
final class Facts {
    private static final String TRANSPORT = "transport.";
    private static final Set<String> ADDRESSES =
            Set.of("host", "port", "user", "host-key", "key", "out", "temp", "out-archive", "in", "acks", "archive");
    private static final String REHEARSAL = "rehearsal.";
    private final Map<String, String> values = new TreeMap<>();

    /// Texts contain no control characters, so that a line break always ends a value.
    void put(String path, Object value) {
        if (!path.startsWith(REHEARSAL)) {
            values.put(path, isAddress(path) ? "set" : text(value));
        }
    }

    private static boolean isAddress(String path) {
        return path.startsWith(TRANSPORT) && ADDRESSES.contains(path.substring(TRANSPORT.length()));
    }

    /// Returns the SHA-256 of the canonical form, in hexadecimal.
    String hash() {
        var form = new StringBuilder();
        values.forEach(
                (path, value) -> form.append(path).append('=').append(value).append('\n'));
        return Sha256.hex(form.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static String text(Object value) {
        return value instanceof BigDecimal number ? number.stripTrailingZeros().toPlainString() : value.toString();
    }
}
