package dev.sluice.rail.iso20022.transport;

import dev.sluice.iso20022.Unreadable;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.bouncycastle.openpgp.PGPCompressedData;
import org.bouncycastle.openpgp.PGPEncryptedDataList;
import org.bouncycastle.openpgp.PGPException;
import org.bouncycastle.openpgp.PGPKeyPair;
import org.bouncycastle.openpgp.PGPLiteralData;
import org.bouncycastle.openpgp.PGPMarker;
import org.bouncycastle.openpgp.PGPObjectFactory;
import org.bouncycastle.openpgp.PGPOnePassSignatureList;
import org.bouncycastle.openpgp.PGPPublicKeyEncryptedData;
import org.bouncycastle.openpgp.PGPSecretKeyRingCollection;
import org.bouncycastle.openpgp.PGPSignatureList;
import org.bouncycastle.openpgp.PGPUtil;
import org.bouncycastle.openpgp.operator.bc.BcKeyFingerprintCalculator;
import org.bouncycastle.openpgp.operator.bc.BcPBESecretKeyDecryptorBuilder;
import org.bouncycastle.openpgp.operator.bc.BcPGPDigestCalculatorProvider;
import org.bouncycastle.openpgp.operator.bc.BcPublicKeyDataDecryptorFactory;

/// Our secret PGP key (RFC 9580), with its subkeys. Signatures in a message are not checked: the sender is known
/// by the host key of its server.
public final class PgpKey {
    private static final String ARMOUR = "-----BEGIN PGP MESSAGE-----";

    /// Layers of compression in a message.
    private static final int LAYERS_MAX = 4;

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

    /// Decrypts a message. A message without protection of its integrity is refused: parts of it could be exchanged.
    byte[] decrypt(byte[] bytes, Drain drain) throws Unreadable {
        try (var in = PGPUtil.getDecoderStream(new ByteArrayInputStream(bytes))) {
            var objects = factory(in);
            var first = objects.nextObject();
            while (first instanceof PGPMarker) {
                first = objects.nextObject();
            }
            if (!(first instanceof PGPEncryptedDataList list)) {
                throw new Unreadable("The PGP message is not encrypted.");
            }
            for (var each : list) {
                if (each instanceof PGPPublicKeyEncryptedData data) {
                    var key = keys.get(data.getKeyIdentifier().getKeyId());
                    if (key != null) {
                        return decrypt(data, key, drain);
                    }
                }
            }
            throw new Unreadable("The PGP message is encrypted for another key than the profile's.");
        } catch (PGPException | IOException | RuntimeException e) { // the parser throws many kinds
            throw damaged(e);
        }
    }

    private static byte[] decrypt(PGPPublicKeyEncryptedData data, PGPKeyPair key, Drain drain)
            throws PGPException, IOException, Unreadable {
        if (!data.isIntegrityProtected() && !data.isAEAD()) {
            throw new Unreadable("The PGP message has no protection of its integrity.");
        }
        try (var clear = data.getDataStream(new BcPublicKeyDataDecryptorFactory(key))) {
            var content = literal(clear, drain);
            drain.all(clear);
            if (!data.isAEAD() && !data.verify()) {
                throw new Unreadable("The PGP message was changed on its way.");
            }
            return content;
        }
    }

    private static byte[] literal(InputStream clear, Drain drain) throws PGPException, IOException, Unreadable {
        var objects = factory(clear);
        for (var layers = 0; layers < LAYERS_MAX; ) {
            switch (objects.nextObject()) {
                case PGPCompressedData compressed -> {
                    objects = factory(compressed.getDataStream());
                    layers++;
                }
                case PGPLiteralData literal -> {
                    return drain.all(literal.getInputStream());
                }
                case PGPOnePassSignatureList _, PGPSignatureList _, PGPMarker _ -> {}
                case null, default -> throw new Unreadable("The PGP message holds no file.");
            }
        }
        throw new Unreadable("The PGP message is compressed more than " + LAYERS_MAX + " times.");
    }

    private static PGPObjectFactory factory(InputStream in) {
        return new PGPObjectFactory(in, new BcKeyFingerprintCalculator());
    }

    private static Unreadable damaged(Exception e) {
        return new Unreadable("The PGP message is damaged: " + e.getMessage() + ". Ask the bank to send it again.");
    }

    /// Reads a stream to its end, up to a limit.
    interface Drain {
        byte[] all(InputStream in) throws IOException, Unreadable;
    }
}
