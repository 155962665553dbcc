package dev.sluice.client;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;

/// Path and query of a request, percent-encoded (RFC 3986), as sent and as signed.
final class Target {
    private static final String UNRESERVED = "-._~";
    private static final String HEX = "0123456789ABCDEF";

    private Target() {}

    /// A path out of fixed parts and of names in between, such as `/v1/convert/` and an id.
    static String path(String prefix, String name, String... more) {
        var path = new StringBuilder(prefix).append(segment(name));
        for (var each : more) {
            path.append(each);
        }
        return path.toString();
    }

    static String with(String path, Map<String, String> query) {
        if (query.isEmpty()) {
            return path;
        }
        return query.entrySet().stream()
                .map(each -> encoded(each.getKey()) + "=" + encoded(each.getValue()))
                .collect(Collectors.joining("&", path + "?", ""));
    }

    /// An empty name would be the list, and a full stop the folder.
    private static String segment(String name) {
        if (name.isEmpty() || name.equals(".") || name.equals("..")) {
            throw new IllegalArgumentException("an id or a reference is needed, not \"" + name + "\"");
        }
        return encoded(name);
    }

    private static String encoded(String text) {
        var encoded = new StringBuilder();
        for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
            char character = (char) (each & 0xFF);
            if (isUnreserved(character)) {
                encoded.append(character);
            } else {
                encoded.append('%').append(HEX.charAt(character >> 4)).append(HEX.charAt(character & 0xF));
            }
        }
        return encoded.toString();
    }

    private static boolean isUnreserved(char character) {
        return (character >= 'a' && character <= 'z')
                || (character >= 'A' && character <= 'Z')
                || (character >= '0' && character <= '9')
                || UNRESERVED.indexOf(character) >= 0;
    }
}
