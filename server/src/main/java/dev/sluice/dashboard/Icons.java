package dev.sluice.dashboard;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/// Tabler's outline icons, as SVG that stands in the page. They say nothing that the text beside them does not, so that
/// screen readers pass over them.
public final class Icons {
    private static final String FOLDER = Assets.webjar("tabler__icons") + "/icons/outline/";
    private static final ConcurrentMap<String, String> KNOWN = new ConcurrentHashMap<>();

    private Icons() {}

    /// An icon by its name.
    ///
    /// @throws IllegalArgumentException where there is none
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
