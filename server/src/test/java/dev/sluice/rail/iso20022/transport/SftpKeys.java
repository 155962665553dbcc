package dev.sluice.rail.iso20022.transport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.util.Base64;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyPairResourceWriter;
import org.apache.sshd.common.digest.BuiltinDigests;

/// Keys of servers and users, made for one test.
final class SftpKeys {
    private SftpKeys() {}

    /// @param type `ssh-ed25519`, `ssh-rsa` or `ecdsa-sha2-nistp256`
    static KeyPair make(String type) {
        try {
            return KeyUtils.generateKeyPair(type, type.equals("ssh-rsa") ? 2048 : 256);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static String fingerprint(KeyPair pair) {
        return KeyUtils.getFingerPrint(BuiltinDigests.sha256, pair.getPublic());
    }

    /// Writes the private key as OpenSSH does.
    static Path write(Path file, KeyPair pair) {
        try (var out = Files.newOutputStream(file)) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
            OpenSSHKeyPairResourceWriter.INSTANCE.writePrivateKey(pair, "test", null, out);
            return file;
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Writes the private key as PKCS #8 in PEM.
    static Path writePem(Path file, KeyPair pair) throws IOException {
        var lines = Base64.getMimeEncoder().encodeToString(pair.getPrivate().getEncoded());
        return Files.writeString(file, "-----BEGIN PRIVATE KEY-----\n" + lines + "\n-----END PRIVATE KEY-----\n");
    }

    /// Returns the line of `authorized_keys`.
    static String line(KeyPair pair) {
        return PublicKeyEntry.toString(pair.getPublic());
    }
}
