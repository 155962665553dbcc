package dev.sluice.rail.iso20022.transport;

import dev.sluice.rail.iso20022.profile.BankProfile.Transport.Pgp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The PGP keys of a profile. They are read for each run, so that a new key needs no restart.
final class PgpKeys {
    private PgpKeys() {}

    /// Returns the writer of outgoing files; null if they are neither signed nor encrypted.
    static @Nullable PgpWriter writer(Pgp keys) throws IOException {
        return keys.sign() == null && keys.encrypt() == null
                ? null
                : PgpWriter.read(keys.sign(), password(keys.password()), keys.encrypt());
    }

    /// Returns the reader of fetched files.
    static InboundContent content(@Nullable Pgp keys) throws IOException {
        if (keys == null) {
            return new InboundContent(null);
        }
        var decrypt = keys.decrypt();
        var verify = keys.verify();
        return new InboundContent(
                decrypt == null ? null : PgpKey.read(decrypt, password(keys.password())),
                verify == null ? null : PgpSignatures.read(verify));
    }

    /// Returns the first line of the file.
    private static char[] password(@Nullable Path file) throws IOException {
        return file == null
                ? new char[0]
                : Files.readString(file).lines().findFirst().orElse("").toCharArray();
    }
}
