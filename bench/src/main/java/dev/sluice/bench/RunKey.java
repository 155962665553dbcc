package dev.sluice.bench;

import dev.sluice.vault.Vault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;

/// The master key of a run's databases, which lies in its directory: a database that is kept can be opened
/// again.
final class RunKey {
    private static final String FILE = "bench.key";

    private RunKey() {}

    static byte[] of(Path dir) throws IOException {
        var file = dir.resolve(FILE);
        if (Files.exists(file)) {
            return Base64.getDecoder().decode(Files.readString(file).strip());
        }
        var key = new byte[Vault.MASTER_KEY_BYTES];
        new SecureRandom().nextBytes(key);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, Base64.getEncoder().encodeToString(key) + "\n");
        return key;
    }
}
