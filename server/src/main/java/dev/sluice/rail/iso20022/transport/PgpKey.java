package dev.sluice.rail.iso20022.transport;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.bouncycastle.openpgp.PGPException;
import org.bouncycastle.openpgp.PGPKeyPair;
import org.bouncycastle.openpgp.PGPPublicKeyEncryptedData;
import org.bouncycastle.openpgp.PGPSecretKeyRingCollection;
import org.bouncycastle.openpgp.PGPUtil;
import org.bouncycastle.openpgp.operator.bc.BcKeyFingerprintCalculator;
import org.bouncycastle.openpgp.operator.bc.BcPBESecretKeyDecryptorBuilder;
import org.bouncycastle.openpgp.operator.bc.BcPGPDigestCalculatorProvider;
import org.jspecify.annotations.Nullable;

/// Our secret PGP key (RFC 9580) for decryption, with its subkeys.
public final class PgpKey {
    private static final String ARMOUR = "-----BEGIN PGP MESSAGE-----";

    private final Map<Long, PGPKeyPair> keys;

    private PgpKey(Map<Long, PGPKeyPair> keys) {
        this.keys = Map.copyOf(keys);
    }

    /// Reads a key from a file as `gpg --export-secret-keys` writes it, with or without `--armor`.
    ///
    /// @param password of the key; empty if it has none
    /// @throws IOException if the file holds no key that the password opens
    public static PgpKey read(Path file, char[] password) throws IOException {
        var decryptor = new BcPBESecretKeyDecryptorBuilder(new BcPGPDigestCalculatorProvider()).build(password);
        var keys = new HashMap<Long, PGPKeyPair>();
        try (var in = PGPUtil.getDecoderStream(Files.newInputStream(file))) {
            for (var ring : new PGPSecretKeyRingCollection(in, new BcKeyFingerprintCalculator())) {
                for (var key : ring) {
                    if (!key.isPrivateKeyEmpty() && key.getPublicKey().isEncryptionKey()) {
                        keys.put(key.getKeyID(), key.extractKeyPair(decryptor));
                    }
                }
            }
        } catch (PGPException | RuntimeException e) {
            throw new IOException("cannot read the PGP key " + file + ": " + e.getMessage(), e);
        }
        if (keys.isEmpty()) {
            throw new IOException("the file " + file + " holds no secret PGP key for decryption");
        }
        return new PgpKey(keys);
    }

    /// Returns true if the bytes begin as a message that is encrypted for a public key.
    static boolean isMessage(byte[] bytes) {
        if (bytes.length == 0) {
            return false;
        }
        var tag = bytes[0] & 0xff;
        return tag == 0xc1
                || (tag & 0xfc) == 0x84
                || new String(bytes, 0, Math.min(bytes.length, 256), StandardCharsets.ISO_8859_1)
                        .stripLeading()
                        .startsWith(ARMOUR);
    }

    /// Returns the key for a part of a message; null if it is encrypted for another one.
    @Nullable
    PGPKeyPair of(PGPPublicKeyEncryptedData data) {
        return keys.get(data.getKeyIdentifier().getKeyId());
    }
}
