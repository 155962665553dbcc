package dev.sluice.bench.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/// What the generator is to do: where, with what, how hard and for how long. It travels to the process as a
/// JSON file.
///
/// @param ratePerSecond arrivals per second of an open loop; zero for a closed loop, where each connection
///     sends its next request when it has the answer to the last
/// @param itemsPerRequest payouts in one request
/// @param targets paths with queries that are read instead of paying; empty for paying
public record Plan(
        String host,
        int port,
        int connections,
        Duration warmup,
        Duration measured,
        double ratePerSecond,
        int itemsPerRequest,
        List<Merchant> merchants,
        List<String> targets) {
    private static final JsonMapper JSON = new JsonMapper();

    public Plan {
        merchants = List.copyOf(merchants);
        targets = List.copyOf(targets);
    }

    /// Who signs, and whom it pays, in turn. One who only reads pays nobody.
    public record Merchant(String clientId, String secret, List<String> recipientIds) {
        public Merchant {
            recipientIds = List.copyOf(recipientIds);
        }

        /// Never shows the secret.
        @Override
        public String toString() {
            return "Merchant[" + clientId + "]";
        }
    }

    /// The same at a rate of arrivals, whatever the service does.
    public Plan atRate(double perSecond) {
        return new Plan(host, port, connections, warmup, measured, perSecond, itemsPerRequest, merchants, targets);
    }

    /// The same for another time.
    public Plan lasting(Duration before, Duration time) {
        return new Plan(host, port, connections, before, time, ratePerSecond, itemsPerRequest, merchants, targets);
    }

    /// The same to another port of the same host.
    public Plan at(int otherPort) {
        return new Plan(
                host, otherPort, connections, warmup, measured, ratePerSecond, itemsPerRequest, merchants, targets);
    }

    static Plan read(Path file) {
        try {
            return JSON.readValue(Files.readAllBytes(file), Plan.class);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /// Writes the plan into a file that is the owner's alone, since it holds secrets.
    public void write(Path file) throws IOException {
        Files.write(file, JSON.writeValueAsBytes(this));
    }
}
