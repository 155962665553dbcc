package dev.sluice.resilience.stage;

import dev.sluice.vault.Vault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Starts nodes of one deployment: with one master key, no rate limit, and a separate directory for each.
public final class Starter {
    private final List<String> serve;
    private final Path dir;
    private final String masterKey;
    private int started;

    /// @param serve command that starts the service; its last word is the subcommand
    /// @param dir directory of the nodes' files
    public Starter(List<String> serve, Path dir) {
        this.serve = serve;
        this.dir = dir;
        var key = new byte[Vault.MASTER_KEY_BYTES];
        new SecureRandom().nextBytes(key);
        this.masterKey = Base64.getEncoder().encodeToString(key);
    }

    public byte[] masterKey() {
        return Base64.getDecoder().decode(masterKey);
    }

    public Node start(String databaseUrl) throws IOException {
        return start(databaseUrl, Map.of());
    }

    /// @param more additional settings, by their environment variables
    public Node start(String databaseUrl, Map<String, String> more) throws IOException {
        started++;
        var all = new HashMap<>(settings(databaseUrl));
        all.putAll(more);
        return Node.start(serve, dir.resolve("node-" + started), all);
    }

    /// Verifies the books like an operator, in a separate process.
    ///
    /// @return output of the command if the books are wrong; nothing otherwise
    public Optional<String> verifyLedger(String databaseUrl) throws IOException {
        var command = new ArrayList<>(serve.subList(0, serve.size() - 1));
        command.add("verify-ledger");
        var output = dir.resolve("verify-ledger.log");
        var builder = new ProcessBuilder(command)
                .directory(dir.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("SLUICE_"));
        builder.environment().put("SLUICE_DATA_DIR", dir.toString());
        builder.environment().putAll(settings(databaseUrl));
        var process = builder.start();
        CleanUp.add(process);
        return process.onExit().join().exitValue() == 0 ? Optional.empty() : Optional.of(Files.readString(output));
    }

    private Map<String, String> settings(String databaseUrl) {
        return Map.of(
                "SLUICE_DATABASE_URL",
                databaseUrl,
                "SLUICE_MASTER_KEY",
                masterKey,
                "SLUICE_RATE_LIMIT",
                "off",
                "SLUICE_WEBHOOK_LOOPBACK",
                "on");
    }
}
