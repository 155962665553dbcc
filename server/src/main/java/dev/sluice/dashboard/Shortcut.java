package dev.sluice.dashboard;

import java.util.Arrays;
import java.util.List;

/// Page of the menu with a shortcut: the key `g`, then another one.
///
/// @param key the second key, a letter
public record Shortcut(String key, String path, String label) {
    /// Returns the shortcuts to the items of a menu.
    public static List<Shortcut> of(List<Frame.Item> menu) {
        return menu.stream()
                .flatMap(item -> Arrays.stream(Section.values())
                        .filter(section -> section.path().equals(item.path()))
                        .map(section -> new Shortcut(section.key(), item.path(), item.label())))
                .toList();
    }
}
