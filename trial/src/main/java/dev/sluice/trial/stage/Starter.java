package dev.sluice.trial.stage;

import dev.sluice.vault.Vault;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/// Starts nodes of one deployment: with one master key, no rate limit, and a folder of its own for each.
public final class Starter {
    private final List<String> serve;
    private final Path dir;
    private final String masterKey;
    private int started;

    /// @param serve what starts the service
    /// @param dir below which nodes write
    public Starter(List<String> serve, Path dir) {
        this.serve = serve;
        this.dir = dir;
        var key = new byte[Vault.MASTER_KEY_BYTES];
        new SecureRandom().nextBytes(key);
        this.masterKey = Base64.getEncoder().encodeToString(key);
    }

    public Node start(String databaseUrl) throws IOException {
        started++;
        return Node.start(
                serve,
                dir.resolve("node-" + started),
                Map.of(
                        "SLUICE_DATABASE_URL",
                        databaseUrl,
                        "SLUICE_MASTER_KEY",
                        masterKey,
                        "SLUICE_RATE_LIMIT",
                        "off",
                        "SLUICE_WEBHOOK_LOOPBACK",
                        "on"));
    }
}
