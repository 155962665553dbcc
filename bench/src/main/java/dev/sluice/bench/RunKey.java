package dev.sluice.bench;

import dev.sluice.vault.Vault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;

/// Master key of a run's databases, stored in the run's directory, so that a kept database can be opened again.
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
