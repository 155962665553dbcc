package dev.sluice.bench.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/// Work of the generator: target, requests, rate and duration. Passed to the process as a JSON file.
///
/// @param ratePerSecond arrivals per second of an open loop; zero for a closed loop
/// @param itemsPerRequest payouts per request
/// @param letterBytes length of webhook messages to send instead of payouts; zero for payouts
/// @param followed true to wait for the webhooks of the payouts
/// @param targets paths with queries to read instead of paying; empty for payouts
public record Plan(
        String host,
        int port,
        int connections,
        Duration warmup,
        Duration measured,
        double ratePerSecond,
        int itemsPerRequest,
        List<Merchant> merchants,
        List<String> targets,
        int letterBytes,
        boolean followed) {
    private static final JsonMapper JSON = new JsonMapper();

    public Plan {
        merchants = List.copyOf(merchants);
        targets = List.copyOf(targets);
    }

    /// A merchant that signs requests, with the recipients that it pays in turn; empty for reads.
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

    /// Returns a plan that pays, or reads targets.
    public static Plan of(
            URI baseUrl,
            int connections,
            Duration warmup,
            Duration measured,
            int itemsPerRequest,
            List<Merchant> merchants,
            List<String> targets) {
        return new Plan(
                baseUrl.getHost(),
                baseUrl.getPort(),
                connections,
                warmup,
                measured,
                0,
                itemsPerRequest,
                merchants,
                targets,
                0,
                false);
    }

    /// Returns a plan that sends webhook messages.
    public static Plan letters(int port, int connections, Duration warmup, Duration measured, int bytes) {
        return new Plan("127.0.0.1", port, connections, warmup, measured, 0, 0, List.of(), List.of(), bytes, false);
    }

    /// Returns the plan as an open loop with a rate of arrivals.
    public Plan atRate(double perSecond) {
        return with(port, warmup, measured, perSecond, followed);
    }

    /// Returns the plan with another duration.
    public Plan lasting(Duration before, Duration time) {
        return with(port, before, time, ratePerSecond, followed);
    }

    /// Returns the plan for another port of the same host.
    public Plan at(int otherPort) {
        return with(otherPort, warmup, measured, ratePerSecond, followed);
    }

    /// Returns the plan extended until the webhook of each payout's creation has arrived.
    public Plan untilTold() {
        return with(port, warmup, measured, ratePerSecond, true);
    }

    private Plan with(int newPort, Duration newWarmup, Duration newMeasured, double newRate, boolean newFollowed) {
        return new Plan(
                host,
                newPort,
                connections,
                newWarmup,
                newMeasured,
                newRate,
                itemsPerRequest,
                merchants,
                targets,
                letterBytes,
                newFollowed);
    }

    static Plan read(Path file) {
        try {
            return JSON.readValue(Files.readAllBytes(file), Plan.class);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /// Writes the plan into a file that only its owner can read, since it contains secrets.
    public void write(Path file) throws IOException {
        Files.write(file, JSON.writeValueAsBytes(this));
    }
}
