package dev.sluice.bench.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// Plan of single reads to time.
///
/// @param session session cookie for pages; null if the merchant signs requests
/// @param kinds targets of each kind of read, used in turn, by name
/// @param warmups requests of each kind before those that count
/// @param requests requests of each kind that count
/// @param timeMax maximum time per kind; it keeps the results so far
public record ProbePlan(
        String host,
        int port,
        Plan.Merchant merchant,
        @Nullable String session,
        Map<String, List<String>> kinds,
        int warmups,
        int requests,
        Duration timeMax) {
    private static final JsonMapper JSON = new JsonMapper();

    public ProbePlan {
        kinds = new LinkedHashMap<>(kinds);
    }

    static ProbePlan read(Path file) {
        try {
            return JSON.readValue(Files.readAllBytes(file), ProbePlan.class);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /// Writes the plan into a file that only its owner can read, since it contains a secret.
    public void write(Path file) throws IOException {
        Files.write(file, JSON.writeValueAsBytes(this));
    }
}
