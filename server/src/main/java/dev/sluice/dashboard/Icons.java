package dev.sluice.dashboard;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/// Tabler's outline icons as inline SVG. Screen readers skip them, because the text beside them has the same meaning.
public final class Icons {
    private static final String FOLDER = Assets.webjar("tabler__icons") + "/icons/outline/";
    private static final ConcurrentMap<String, String> KNOWN = new ConcurrentHashMap<>();

    private Icons() {}

    /// Returns an icon by its name.
    ///
    /// @throws IllegalArgumentException if it does not exist
    public static String svg(String name) {
        return KNOWN.computeIfAbsent(name, Icons::read);
    }

    private static String read(String name) {
        try (var in = Icons.class.getResourceAsStream(FOLDER + name + ".svg")) {
            if (in == null) {
                throw new IllegalArgumentException("no icon " + name);
            }
            var text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return text.substring(text.indexOf("<svg"))
                    .replaceFirst("class=\"[^\"]*\"", "class=\"icon\" aria-hidden=\"true\"");
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
