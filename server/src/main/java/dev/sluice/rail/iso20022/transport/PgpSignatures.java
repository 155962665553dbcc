package dev.sluice.rail.iso20022.transport;

import dev.sluice.iso20022.Unreadable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bouncycastle.bcpg.HashAlgorithmTags;
import org.bouncycastle.openpgp.PGPException;
import org.bouncycastle.openpgp.PGPPublicKey;
import org.bouncycastle.openpgp.PGPPublicKeyRingCollection;
import org.bouncycastle.openpgp.PGPSignature;
import org.bouncycastle.openpgp.PGPUtil;
import org.bouncycastle.openpgp.operator.bc.BcKeyFingerprintCalculator;
import org.bouncycastle.openpgp.operator.bc.BcPGPContentVerifierBuilderProvider;

/// Public keys of a bank. Each of its files must have a signature by one of them.
public final class PgpSignatures {
    private static final String ARMOUR = "-----BEGIN PGP MESSAGE-----";
    private static final Set<Integer> TYPES =
            Set.of(PGPSignature.BINARY_DOCUMENT, PGPSignature.CANONICAL_TEXT_DOCUMENT);
    /// Hashes with known collisions, so that a signature can be valid for two contents.
    private static final Set<Integer> BROKEN_HASHES =
            Set.of(HashAlgorithmTags.MD5, HashAlgorithmTags.SHA1, HashAlgorithmTags.RIPEMD160);

    private static final int TAG_MASK = 0x3f;
    private static final int OLD_TAG_SHIFT = 2;
    private static final int OLD_TAG_MASK = 0x0f;
    private static final int PACKET = 0x80;
    private static final int NEW_FORMAT = 0x40;
    private static final int HEAD_LENGTH = 256;
    /// First packets of signed messages: a signature, compressed data, a one-pass signature.
    private static final Set<Integer> TAGS = Set.of(2, 4, 8);

    private final Map<Long, PGPPublicKey> keys;

    private PgpSignatures(Map<Long, PGPPublicKey> keys) {
        this.keys = Map.copyOf(keys);
    }

    /// Reads the keys of a file as `gpg --export` writes it, with or without `--armor`.
    ///
    /// @throws IOException if the file holds no public key
    public static PgpSignatures read(Path file) throws IOException {
        var keys = new HashMap<Long, PGPPublicKey>();
        for (var key : publicKeys(file)) {
            keys.put(key.getKeyID(), key);
        }
        return new PgpSignatures(keys);
    }

    /// Returns the keys of a file that are not revoked, with their subkeys.
    static List<PGPPublicKey> publicKeys(Path file) throws IOException {
        var keys = new ArrayList<PGPPublicKey>();
        try (var in = PGPUtil.getDecoderStream(Files.newInputStream(file))) {
            for (var ring : new PGPPublicKeyRingCollection(in, new BcKeyFingerprintCalculator())) {
                if (!ring.getPublicKey().hasRevocation()) {
                    ring.forEach(keys::add);
                }
            }
        } catch (PGPException | RuntimeException e) {
            throw new IOException("cannot read the PGP key " + file + ": " + e.getMessage(), e);
        }
        keys.removeIf(PGPPublicKey::hasRevocation);
        if (keys.isEmpty()) {
            throw new IOException("the file " + file + " holds no public PGP key");
        }
        return keys;
    }

    /// Returns true if the bytes begin as a message that is signed and not encrypted.
    static boolean isSigned(byte[] bytes) {
        if (bytes.length == 0) {
            return false;
        }
        int head = bytes[0] & 0xff;
        if ((head & PACKET) != 0) {
            return TAGS.contains((head & NEW_FORMAT) != 0 ? head & TAG_MASK : (head >> OLD_TAG_SHIFT) & OLD_TAG_MASK);
        }
        return new String(bytes, 0, Math.min(bytes.length, HEAD_LENGTH), StandardCharsets.ISO_8859_1)
                .stripLeading()
                .startsWith(ARMOUR);
    }

    static Unreadable missing() {
        return new Unreadable("The file has no PGP signature of the bank, as transport.pgp.verify requires. Ask the"
                + " bank for a signed file, and do not use this one.");
    }

    /// Checks that one of the keys signed the content.
    ///
    /// @throws Unreadable if none did
    void check(byte[] content, List<PGPSignature> signatures) throws PGPException, Unreadable {
        if (signatures.isEmpty()) {
            throw missing();
        }
        for (var signature : signatures) {
            var key = keys.get(signature.getKeyID());
            if (key == null || !TYPES.contains(signature.getSignatureType())) {
                continue;
            }
            if (BROKEN_HASHES.contains(signature.getHashAlgorithm())) {
                throw new Unreadable("The PGP signature uses a broken hash (MD5, SHA-1 or RIPEMD-160). Ask the bank for"
                        + " SHA-256.");
            }
            signature.init(new BcPGPContentVerifierBuilderProvider(), key);
            signature.update(content);
            if (!signature.verify()) {
                throw new Unreadable("The PGP signature is wrong: the file was changed after the bank signed it.");
            }
            return;
        }
        throw new Unreadable("The file is signed with another PGP key than those of transport.pgp.verify: key "
                + Long.toHexString(signatures.getFirst().getKeyID()) + ".");
    }
}
