package dev.sluice.db;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/// Directory trees that were begun and not finished.
final class Trees {
    private Trees() {}

    static void delete(Path tree) throws IOException {
        if (!Files.exists(tree)) {
            return;
        }
        try (var files = Files.walk(tree)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
