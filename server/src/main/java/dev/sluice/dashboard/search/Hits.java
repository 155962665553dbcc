package dev.sluice.dashboard.search;

import dev.sluice.client.SluiceException;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.search.SearchPages.Hit;
import dev.sluice.page.Texts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Search results in display order.
final class Hits {
    /// Maximum number of results per kind.
    static final int EACH_MAX = 5;
    static final int NAME_LENGTH_MIN = 2;
    private static final int NOT_FOUND = 404;

    private final Texts texts;
    private final Formats formats;
    private final Map<String, Hit> found = new LinkedHashMap<>();

    Hits(PageContext context) {
        this.texts = context.texts(SearchPages.BUNDLE);
        this.formats = context.formats();
    }

    Texts texts() {
        return texts;
    }

    Formats formats() {
        return formats;
    }

    /// Adds a result. Its identity includes the detail, because some resources share a page, such as API keys.
    void add(Hit hit) {
        found.putIfAbsent(hit.path() + " " + hit.detail(), hit);
    }

    /// @param kind key of the kind's name
    void add(String kind, String title, String detail, String path) {
        add(new Hit(texts.get(kind), title, detail, path));
    }

    List<Hit> all() {
        return List.copyOf(found.values());
    }

    /// Runs a look-up; empty if the resource does not exist.
    static <T> Optional<T> there(Supplier<T> lookUp) {
        try {
            return Optional.of(lookUp.get());
        } catch (SluiceException refused) {
            if (refused.status() != NOT_FOUND) {
                throw refused;
            }
            return Optional.empty();
        }
    }

    static String described(String what, @Nullable String more) {
        return more == null ? what : what + " · " + more;
    }
}
