package dev.sluice.cli;

import dev.sluice.auth.DemoSeed;
import dev.sluice.auth.EnvFile;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.Map;

/// Whom `api` speaks as, and to which service: `demo.env`, and above it the environment.
record Credentials(Map<String, String> values) {
    static Credentials of(Program program) throws Exception {
        var values = new HashMap<String, String>();
        var file = program.dataDir().resolve(DemoSeed.FILE);
        if (Files.exists(file)) {
            values.putAll(EnvFile.read(file));
        }
        values.putAll(program.environment());
        return new Credentials(values);
    }

    /// @throws IOException where neither the file nor the environment has it
    String get(String name) throws IOException {
        var value = values.get(name);
        if (value == null || value.isBlank()) {
            throw new IOException("no " + name + ": start the service (./sluice serve), or set it in the environment");
        }
        return value;
    }

    /// Never shows the secrets.
    @Override
    public String toString() {
        return "Credentials" + values.keySet();
    }
}
