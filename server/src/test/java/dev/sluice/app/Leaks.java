package dev.sluice.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// Secrets in the log of a process, found with the pattern that the launcher uses for the tests' output.
public final class Leaks {
    /// The pattern's file. The launcher and the trials use it as well.
    public static final Path PATTERN = Path.of("..", "resilience", "src", "main", "resources", "leaks.txt");

    private static final Pattern LEAK = Pattern.compile(read(PATTERN).strip());

    private Leaks() {}

    public static boolean isIn(String line) {
        return LEAK.matcher(line).find();
    }

    /// Returns the locations of lines with a secret. The lines themselves are omitted, because they would enter
    /// one more log.
    public static List<String> in(Path log) {
        var lines = read(log).split("\n", -1);
        return IntStream.range(0, lines.length)
                .filter(line -> isIn(lines[line]))
                .mapToObj(line -> log.getFileName() + ":" + (line + 1))
                .toList();
    }

    /// Reads a file in any encoding: secrets are ASCII.
    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
