package dev.sluice.db.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/// Deletes directory trees.
public final class Trees {
    private Trees() {}

    /// Deletes a tree that no other process changes at the same time.
    public static void delete(Path tree) throws IOException {
        if (!Files.exists(tree)) {
            return;
        }
        try (var files = Files.walk(tree)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
