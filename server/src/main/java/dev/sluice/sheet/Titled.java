package dev.sluice.sheet;

import java.util.Locale;

/// Column of a file, implemented by enums.
public interface Titled {
    String name();

    /// Returns the title in the first line of a file.
    default String title() {
        return name().toLowerCase(Locale.ROOT);
    }
}
