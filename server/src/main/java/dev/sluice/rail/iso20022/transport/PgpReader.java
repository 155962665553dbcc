package dev.sluice.rail.iso20022.transport;

import dev.sluice.iso20022.Unreadable;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.bouncycastle.openpgp.PGPCompressedData;
import org.bouncycastle.openpgp.PGPEncryptedDataList;
import org.bouncycastle.openpgp.PGPException;
import org.bouncycastle.openpgp.PGPKeyPair;
import org.bouncycastle.openpgp.PGPLiteralData;
import org.bouncycastle.openpgp.PGPMarker;
import org.bouncycastle.openpgp.PGPObjectFactory;
import org.bouncycastle.openpgp.PGPOnePassSignatureList;
import org.bouncycastle.openpgp.PGPPublicKeyEncryptedData;
import org.bouncycastle.openpgp.PGPSignature;
import org.bouncycastle.openpgp.PGPSignatureList;
import org.bouncycastle.openpgp.PGPUtil;
import org.bouncycastle.openpgp.operator.bc.BcKeyFingerprintCalculator;
import org.bouncycastle.openpgp.operator.bc.BcPublicKeyDataDecryptorFactory;
import org.jspecify.annotations.Nullable;

/// Reads a PGP message (RFC 9580) to its file: decrypts it, unpacks it, and checks its signature.
final class PgpReader {
    /// Layers of compression in a message.
    private static final int LAYERS_MAX = 4;

    private final @Nullable PgpKey key;
    private final @Nullable PgpSignatures signatures;
    private final Drain drain;

    /// @param key null if no message is encrypted
    /// @param signatures null if signatures are not checked
    PgpReader(@Nullable PgpKey key, @Nullable PgpSignatures signatures, Drain drain) {
        this.key = key;
        this.signatures = signatures;
        this.drain = drain;
    }

    /// Reads a stream to its end, up to a limit.
    interface Drain {
        byte[] all(InputStream in) throws IOException, Unreadable;
    }

    byte[] read(byte[] bytes) throws Unreadable {
        if (key == null && signatures == null) {
            throw withoutKey();
        }
        try (var in = PGPUtil.getDecoderStream(new ByteArrayInputStream(bytes))) {
            var objects = factory(in);
            var first = objects.nextObject();
            while (first instanceof PGPMarker) {
                first = objects.nextObject();
            }
            if (first instanceof PGPEncryptedDataList list) {
                return decrypt(list);
            }
            if (signatures == null) {
                throw new Unreadable("The PGP message is not encrypted.");
            }
            return literal(objects, first);
        } catch (PGPException | IOException | RuntimeException e) { // the parser throws many kinds
            throw damaged(e);
        }
    }

    private static Unreadable withoutKey() {
        return new Unreadable("The file is a PGP message, but the profile names no key. Add the key to the profile.");
    }

    private byte[] decrypt(PGPEncryptedDataList list) throws PGPException, IOException, Unreadable {
        if (key == null) {
            throw withoutKey();
        }
        for (var each : list) {
            if (each instanceof PGPPublicKeyEncryptedData data) {
                var pair = key.of(data);
                if (pair != null) {
                    return decrypt(data, pair);
                }
            }
        }
        throw new Unreadable("The PGP message is encrypted for another key than the profile's.");
    }

    /// Decrypts a message. A message without protection of its integrity is refused: parts of it could be exchanged.
    private byte[] decrypt(PGPPublicKeyEncryptedData data, PGPKeyPair pair)
            throws PGPException, IOException, Unreadable {
        if (!data.isIntegrityProtected() && !data.isAEAD()) {
            throw new Unreadable("The PGP message has no protection of its integrity.");
        }
        try (var clear = data.getDataStream(new BcPublicKeyDataDecryptorFactory(pair))) {
            var objects = factory(clear);
            var content = literal(objects, objects.nextObject());
            drain.all(clear);
            if (!data.isAEAD() && !data.verify()) {
                throw new Unreadable("The PGP message was changed on its way.");
            }
            return content;
        }
    }

    /// Reads the packets of a message, beginning with a first one.
    private byte[] literal(PGPObjectFactory packets, @Nullable Object first)
            throws PGPException, IOException, Unreadable {
        var objects = packets;
        var found = new ArrayList<PGPSignature>();
        var next = first;
        for (var layers = 0; layers < LAYERS_MAX; next = objects.nextObject()) {
            switch (next) {
                case PGPCompressedData compressed -> {
                    objects = factory(compressed.getDataStream());
                    layers++;
                }
                case PGPLiteralData literal -> {
                    var content = drain.all(literal.getInputStream());
                    if (signatures != null) {
                        signatures.check(content, withFollowing(objects, found));
                    }
                    return content;
                }
                case PGPSignatureList list -> list.forEach(found::add);
                case PGPOnePassSignatureList _, PGPMarker _ -> {}
                case null, default -> throw new Unreadable("The PGP message holds no file.");
            }
        }
        throw new Unreadable("The PGP message is compressed more than " + LAYERS_MAX + " times.");
    }

    private static List<PGPSignature> withFollowing(PGPObjectFactory objects, List<PGPSignature> found)
            throws IOException {
        for (var next = objects.nextObject(); next != null; next = objects.nextObject()) {
            if (next instanceof PGPSignatureList list) {
                list.forEach(found::add);
            }
        }
        return found;
    }

    private static PGPObjectFactory factory(InputStream in) {
        return new PGPObjectFactory(in, new BcKeyFingerprintCalculator());
    }

    private static Unreadable damaged(Exception e) {
        return new Unreadable("The PGP message is damaged: " + e.getMessage() + ". Ask the bank to send it again.");
    }
}
