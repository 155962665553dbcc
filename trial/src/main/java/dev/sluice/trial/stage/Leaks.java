package dev.sluice.trial.stage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/// Secrets in the log of a process, by the pattern by which the launcher looks for them in what the tests wrote.
final class Leaks {
    private static final Pattern LEAK = Pattern.compile(pattern().strip());

    private Leaks() {}

    /// The places of lines with a secret in them: not the lines, which would stand in one more log. An hour's log is
    /// not held in memory.
    static List<String> in(Path log) throws IOException {
        var number = new AtomicInteger();
        // In whatever encoding: secrets are ASCII.
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
