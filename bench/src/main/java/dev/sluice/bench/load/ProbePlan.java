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

/// What single reads are to be timed.
///
/// @param session the cookie of who has signed in, for pages; where there is none, the merchant signs
/// @param kinds what each kind of read is called, and the targets that it takes in turn
/// @param warmups requests of each kind before those that count
/// @param requests requests of each kind that count
/// @param timeMax after which a kind is given up, with what was seen until then
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

    /// Writes the plan into a file that is the owner's alone, since it holds a secret.
    public void write(Path file) throws IOException {
        Files.write(file, JSON.writeValueAsBytes(this));
    }
}
