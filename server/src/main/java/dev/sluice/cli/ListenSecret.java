package dev.sluice.cli;

import dev.sluice.auth.EnvFile;
import dev.sluice.client.WebhookSigner;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Signing secret of `listen`: the given one, or a generated one that stays the same from run to run.
final class ListenSecret {
    /// The file's name in the data directory.
    static final String FILE = "listen.env";

    private static final String NAME = "SLUICE_LISTEN_SECRET";

    private ListenSecret() {}

    static String of(Program program, @Nullable String given) throws Exception {
        if (given != null) {
            return checked(given);
        }
        var file = program.dataDir().resolve(FILE);
        var stored = Files.exists(file) ? EnvFile.read(file).get(NAME) : null;
        if (stored != null) {
            return checked(stored);
        }
        var fresh = WebhookSigner.freshSecret(program.random());
        EnvFile.write(file, Map.of(NAME, fresh));
        return fresh;
    }

    private static String checked(String secret) throws IOException {
        WebhookSigner.key(secret);
        return secret;
    }
}
