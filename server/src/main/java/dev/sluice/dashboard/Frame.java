package dev.sluice.dashboard;

import dev.sluice.page.Texts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What stands around a page: the menu, who is here, and what has just happened.
///
/// @param formToken of the visitor; nothing where nobody is signed in
/// @param notice what the visitor's last action did
public record Frame(
        String title,
        Texts texts,
        String theme,
        boolean sandbox,
        @Nullable Person person,
        @Nullable String formToken,
        List<Item> menu,
        @Nullable String notice) {
    public Frame {
        menu = List.copyOf(menu);
    }

    /// Who is here.
    public record Person(String name, String email, String role, String organization) {
        /// The letters that stand for them.
        public String initial() {
            return name.substring(0, name.offsetByCodePoints(0, 1));
        }
    }

    /// A line of the menu.
    public record Item(String label, String path, String icon, boolean here) {}
}
