package dev.sluice.rail.sandbox.bank;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.util.EnumSet;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyPairResourceWriter;
import org.apache.sshd.common.digest.BuiltinDigests;
import org.apache.sshd.common.keyprovider.FileKeyPairProvider;

/// Keys of the simulated bank's SFTP server: its host key, and the key of its customer. They are made once and stored
/// in a folder, so that the fingerprint in a profile stays right.
///
/// @param customerFile file with the private key of the customer
public record BankKeys(KeyPair host, KeyPair customer, Path customerFile) {
    private static final String TYPE = "ssh-ed25519";
    private static final int BITS = 256;

    /// Reads the keys of a folder, and makes those that are missing.
    public static BankKeys of(Path folder) throws IOException {
        Files.createDirectories(folder);
        var customer = folder.resolve("customer_key");
        return new BankKeys(key(folder.resolve("host_key")), key(customer), customer);
    }

    /// Returns the fingerprint of the host key, as `ssh-keygen -l` prints it.
    public String fingerprint() {
        return KeyUtils.getFingerPrint(BuiltinDigests.sha256, host.getPublic());
    }

    private static KeyPair key(Path file) throws IOException {
        if (!Files.exists(file)) {
            make(file);
        }
        return new FileKeyPairProvider(file).loadKeys(null).iterator().next();
    }

    private static void make(Path file) throws IOException {
        var owner = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        var options = EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        var fresh = file.resolveSibling(
                "." + file.getFileName() + "." + ProcessHandle.current().pid());
        Files.deleteIfExists(fresh);
        Files.newByteChannel(fresh, options, owner).close();
        try (var out = Files.newOutputStream(fresh, StandardOpenOption.WRITE)) {
            OpenSSHKeyPairResourceWriter.INSTANCE.writePrivateKey(
                    KeyUtils.generateKeyPair(TYPE, BITS), "simulated bank", null, out);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java platform has Ed25519", impossible);
        }
        try {
            Files.createLink(file, fresh);
        } catch (FileAlreadyExistsException theirs) {
            // Another process has made it in the meantime.
        } finally {
            Files.delete(fresh);
        }
    }
}
