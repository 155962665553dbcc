package dev.sluice.house;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/// Files of the repository, found from any working directory of the tests.
final class Repository {
    /// The folder with the Maven wrapper.
    static final Path ROOT = root();

    private static final Set<String> NOT_OURS =
            Set.of("target", ".git", "data", ".mvn", ".idea", ".vscode", ".settings", "node_modules");

    private Repository() {}

    /// Returns the files with one of some name endings, in the order of their paths.
    static List<Path> files(String... endings) {
        return files(path -> Set.of(endings).stream().anyMatch(path.toString()::endsWith));
    }

    static List<Path> files(Predicate<Path> wanted) {
        var found = new ArrayList<Path>();
        try {
            Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                    return !directory.equals(ROOT) && NOT_OURS.contains(String.valueOf(directory.getFileName()))
                            ? FileVisitResult.SKIP_SUBTREE
                            : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (wanted.test(file)) {
                        found.add(file);
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        found.sort(null);
        return found;
    }

    static List<Path> migrations() {
        return files(path -> path.resolveSibling(".").normalize().endsWith("db/migration"));
    }

    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /// Returns a path in the notation of the repository.
    static String name(Path file) {
        return ROOT.relativize(file).toString().replace('\\', '/');
    }

    private static Path root() {
        Path at = Path.of("").toAbsolutePath();
        while (!Files.exists(at.resolve("mvnw"))) {
            var parent = at.getParent();
            if (parent == null) {
                throw new IllegalStateException("the tests run outside of the repository");
            }
            at = parent;
        }
        return at;
    }
}
