package dev.sluice.resilience.stage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/// Finds secrets in a process's log, by the pattern that the launcher uses for test logs.
final class Leaks {
    private static final Pattern LEAK = Pattern.compile(pattern().strip());

    private Leaks() {}

    /// Returns file names and numbers of lines with a secret, but not the lines, which would leak into another
    /// log. Streams the file, since an hour's log does not fit into memory.
    static List<String> in(Path log) throws IOException {
        var number = new AtomicInteger();
        // Any encoding works, since secrets are ASCII.
        try (var lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
            return lines.map(line -> number.incrementAndGet() + " " + line)
                    .filter(line -> LEAK.matcher(line).find())
                    .map(line -> log.getFileName() + ":" + line.substring(0, line.indexOf(' ')))
                    .toList();
        }
    }

    private static String pattern() {
        try (var in = Objects.requireNonNull(Leaks.class.getResourceAsStream("/leaks.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
