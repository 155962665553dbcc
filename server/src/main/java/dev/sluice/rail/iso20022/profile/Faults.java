package dev.sluice.rail.iso20022.profile;

import java.util.ArrayList;
import java.util.List;

/// Faults of one profile, in the order of their detection.
final class Faults {
    private final List<Fault> found = new ArrayList<>();

    /// @param path path of the key, such as `account.iban`; empty for the whole file
    private record Fault(String path, String text) {}

    void add(String path, String text) {
        found.add(new Fault(path, text));
    }

    /// Adds a fault if the rule does not hold. A key that already has a fault gets no second one, nor
    /// does a key of a mapping that is faulty as a whole.
    void check(boolean holds, String path, String text) {
        if (!holds && isFree(path) && !isCovered(path)) {
            add(path, text);
        }
    }

    /// Returns true if neither the key nor a key below it has a fault.
    boolean isFree(String path) {
        return found.stream()
                .map(Fault::path)
                .noneMatch(each -> each.equals(path) || each.startsWith(path + ".") || each.startsWith(path + "["));
    }

    private boolean isCovered(String path) {
        return found.stream()
                .map(Fault::path)
                .anyMatch(each -> path.startsWith(each + ".") || path.startsWith(each + "["));
    }

    boolean isEmpty() {
        return found.isEmpty();
    }

    /// Returns one line per fault: file, key and text.
    List<String> lines(String file) {
        return found.stream()
                .map(each -> each.path().isEmpty()
                        ? file + ": " + each.text()
                        : file + ": " + each.path() + ": " + each.text())
                .toList();
    }
}
