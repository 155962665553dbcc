package dev.sluice.bench.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
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
/// @param letterBytes the length of messages that are sent as webhooks are, instead of paying; zero for paying
/// @param followed whether the webhooks of what is paid are waited for
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
        List<String> targets,
        int letterBytes,
        boolean followed) {
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

    /// Pays, or reads targets.
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

    /// Sends messages as webhooks are sent, over so many connections.
    public static Plan letters(int port, int connections, Duration warmup, Duration measured, int bytes) {
        return new Plan("127.0.0.1", port, connections, warmup, measured, 0, 0, List.of(), List.of(), bytes, false);
    }

    /// The same at a rate of arrivals, whatever the service does.
    public Plan atRate(double perSecond) {
        return with(port, warmup, measured, perSecond, followed);
    }

    /// The same for another time.
    public Plan lasting(Duration before, Duration time) {
        return with(port, before, time, ratePerSecond, followed);
    }

    /// The same to another port of the same host.
    public Plan at(int otherPort) {
        return with(otherPort, warmup, measured, ratePerSecond, followed);
    }

    /// The same, which ends when the webhook of each payout's creation has arrived at the generator.
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

    /// Writes the plan into a file that is the owner's alone, since it holds secrets.
    public void write(Path file) throws IOException {
        Files.write(file, JSON.writeValueAsBytes(this));
    }
}
