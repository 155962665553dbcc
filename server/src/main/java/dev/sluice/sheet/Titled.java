package dev.sluice.sheet;

import java.util.Locale;

/// A column that a file may have, as constants of an enum.
public interface Titled {
    String name();

    /// As it stands in the first line of a file.
    default String title() {
        return name().toLowerCase(Locale.ROOT);
    }
}
