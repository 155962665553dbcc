package dev.sluice.dashboard;

import java.util.Arrays;
import java.util.List;

/// A page of the menu that the key `g` and then another one lead to.
///
/// @param key the other one, a letter
public record Shortcut(String key, String path, String label) {
    /// Those to what is in somebody's menu.
    public static List<Shortcut> of(List<Frame.Item> menu) {
        return menu.stream()
                .flatMap(item -> Arrays.stream(Section.values())
                        .filter(section -> section.path().equals(item.path()))
                        .map(section -> new Shortcut(section.key(), item.path(), item.label())))
                .toList();
    }
}
