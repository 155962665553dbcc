package dev.sluice.rail.iso20022.transport;

import dev.sluice.rail.iso20022.transport.BankTransport.OutgoingFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import org.bouncycastle.bcpg.HashAlgorithmTags;
import org.bouncycastle.bcpg.SymmetricKeyAlgorithmTags;
import org.bouncycastle.bcpg.sig.KeyFlags;
import org.bouncycastle.openpgp.PGPEncryptedDataGenerator;
import org.bouncycastle.openpgp.PGPException;
import org.bouncycastle.openpgp.PGPKeyPair;
import org.bouncycastle.openpgp.PGPLiteralData;
import org.bouncycastle.openpgp.PGPLiteralDataGenerator;
import org.bouncycastle.openpgp.PGPPublicKey;
import org.bouncycastle.openpgp.PGPSecretKeyRingCollection;
import org.bouncycastle.openpgp.PGPSignature;
import org.bouncycastle.openpgp.PGPSignatureGenerator;
import org.bouncycastle.openpgp.PGPSignatureSubpacketGenerator;
import org.bouncycastle.openpgp.PGPUtil;
import org.bouncycastle.openpgp.operator.bc.BcKeyFingerprintCalculator;
import org.bouncycastle.openpgp.operator.bc.BcPBESecretKeyDecryptorBuilder;
import org.bouncycastle.openpgp.operator.bc.BcPGPContentSignerBuilder;
import org.bouncycastle.openpgp.operator.bc.BcPGPDataEncryptorBuilder;
import org.bouncycastle.openpgp.operator.bc.BcPGPDigestCalculatorProvider;
import org.bouncycastle.openpgp.operator.bc.BcPublicKeyKeyEncryptionMethodGenerator;
import org.jspecify.annotations.Nullable;

/// Signs and encrypts outgoing files (RFC 9580). A file with the same keys has the same message each time, so that an
/// upload can be recognized by its size and hash after a crash: the randomness of the message is derived from the file
/// and from our secret key.
final class PgpWriter {
    private static final int BUFFER_BYTES = 64 * 1024;

    private final @Nullable PGPKeyPair signer;
    private final List<PGPPublicKey> readers;

    /// @param readers keys of the reader, the newest last; empty if files are not encrypted
    PgpWriter(@Nullable PGPKeyPair signer, List<PGPPublicKey> readers) {
        this.signer = signer;
        this.readers = List.copyOf(readers);
    }

    /// Reads the keys.
    ///
    /// @param sign our secret key; null if files are not signed
    /// @param encrypt the bank's public key; null if files are not encrypted
    static PgpWriter read(@Nullable Path sign, char[] password, @Nullable Path encrypt) throws IOException {
        return new PgpWriter(
                sign == null ? null : signer(sign, password), encrypt == null ? List.of() : readers(encrypt));
    }

    /// Returns the newest key that may sign.
    private static PGPKeyPair signer(Path file, char[] password) throws IOException {
        var decryptor = new BcPBESecretKeyDecryptorBuilder(new BcPGPDigestCalculatorProvider()).build(password);
        PGPKeyPair found = null;
        try (var in = PGPUtil.getDecoderStream(Files.newInputStream(file))) {
            for (var ring : new PGPSecretKeyRingCollection(in, new BcKeyFingerprintCalculator())) {
                for (var key : ring) {
                    if (!key.isPrivateKeyEmpty()
                            && key.isSigningKey()
                            && !key.getPublicKey().hasRevocation()
                            && isFor(key.getPublicKey(), KeyFlags.SIGN_DATA)) {
                        found = key.extractKeyPair(decryptor);
                    }
                }
            }
        } catch (PGPException | RuntimeException e) {
            throw new IOException("cannot read the PGP key " + file + ": " + e.getMessage(), e);
        }
        if (found == null) {
            throw new IOException("the file " + file + " holds no secret PGP key for signatures");
        }
        return found;
    }

    private static List<PGPPublicKey> readers(Path file) throws IOException {
        var found = new ArrayList<PGPPublicKey>();
        for (var key : PgpSignatures.publicKeys(file)) {
            if (key.isEncryptionKey() && isFor(key, KeyFlags.ENCRYPT_COMMS | KeyFlags.ENCRYPT_STORAGE)) {
                found.add(key);
            }
        }
        if (found.isEmpty()) {
            throw new IOException("the file " + file + " holds no public PGP key for encryption");
        }
        return found;
    }

    /// Returns the newest key that was valid when the file was sealed, so that a file has one message for life.
    private PGPPublicKey reader(OutgoingFile file, Instant sealedAt) throws IOException {
        return readers.stream()
                .filter(key -> isValid(key, sealedAt))
                .reduce((_, newer) -> newer)
                .orElseThrow(() -> new IOException("no public PGP key for encryption was valid at " + sealedAt
                        + ", when the file " + file.name() + " was sealed"));
    }

    private static boolean isValid(PGPPublicKey key, Instant now) {
        long seconds = key.getValidSeconds();
        return seconds == 0
                || key.getCreationTime().toInstant().plusSeconds(seconds).isAfter(now);
    }

    /// Returns true if the key may be used so. A key that says nothing about its use may be used in every way.
    private static boolean isFor(PGPPublicKey key, int use) {
        int flags = 0;
        for (var signatures = key.getSignatures(); signatures.hasNext(); ) {
            var subpackets = signatures.next().getHashedSubPackets();
            flags |= subpackets == null ? 0 : subpackets.getKeyFlags();
        }
        return flags == 0 || (flags & use) != 0;
    }

    /// Returns the message of a file.
    byte[] write(OutgoingFile file) throws IOException {
        var random = new DerivedRandom(file, signer);
        var sealedAt = Objects.requireNonNull(file.sealedAt(), "time of sealing");
        try {
            var signed = signed(file, Date.from(sealedAt), random);
            return readers.isEmpty() ? signed : encrypted(signed, reader(file, sealedAt), random);
        } catch (PGPException failed) {
            var reason = "cannot encrypt or sign the file " + file.name() + ": " + failed.getMessage();
            throw new IOException(reason, failed);
        }
    }

    private byte[] signed(OutgoingFile file, Date sealedAt, SecureRandom random) throws PGPException, IOException {
        var out = new ByteArrayOutputStream();
        var generator = signer == null ? null : generator(signer, sealedAt, random);
        if (generator != null) {
            generator.generateOnePassVersion(false).encode(out);
        }
        try (var literal = new PGPLiteralDataGenerator()
                .open(out, PGPLiteralData.BINARY, file.msgId(), file.bytes().length, sealedAt)) {
            literal.write(file.bytes());
        }
        if (generator != null) {
            generator.update(file.bytes());
            generator.generate().encode(out);
        }
        return out.toByteArray();
    }

    private static PGPSignatureGenerator generator(PGPKeyPair key, Date sealedAt, SecureRandom random)
            throws PGPException {
        var generator = new PGPSignatureGenerator(
                new BcPGPContentSignerBuilder(key.getPublicKey().getAlgorithm(), HashAlgorithmTags.SHA256)
                        .setSecureRandom(random),
                key.getPublicKey());
        generator.init(PGPSignature.BINARY_DOCUMENT, key.getPrivateKey());
        var subpackets = new PGPSignatureSubpacketGenerator();
        subpackets.setSignatureCreationTime(true, sealedAt);
        subpackets.setIssuerFingerprint(false, key.getPublicKey());
        generator.setHashedSubpackets(subpackets.generate());
        return generator;
    }

    private static byte[] encrypted(byte[] plain, PGPPublicKey reader, SecureRandom random)
            throws PGPException, IOException {
        var generator = new PGPEncryptedDataGenerator(new BcPGPDataEncryptorBuilder(SymmetricKeyAlgorithmTags.AES_256)
                .setWithIntegrityPacket(true)
                .setSecureRandom(random));
        generator.addMethod(new BcPublicKeyKeyEncryptionMethodGenerator(reader).setSecureRandom(random));
        var out = new ByteArrayOutputStream(plain.length + BUFFER_BYTES);
        try (var clear = generator.open(out, plain.length)) {
            clear.write(plain);
        }
        return out.toByteArray();
    }
}
