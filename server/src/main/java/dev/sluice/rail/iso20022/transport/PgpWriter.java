package dev.sluice.rail.iso20022.transport;

import dev.sluice.rail.iso20022.transport.BankTransport.OutgoingFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Date;
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
    private final @Nullable PGPPublicKey reader;

    PgpWriter(@Nullable PGPKeyPair signer, @Nullable PGPPublicKey reader) {
        this.signer = signer;
        this.reader = reader;
    }

    /// Reads the keys.
    ///
    /// @param sign our secret key; null if files are not signed
    /// @param encrypt the bank's public key; null if files are not encrypted
    /// @param now time at which the keys must be valid
    static PgpWriter read(@Nullable Path sign, char[] password, @Nullable Path encrypt, Instant now)
            throws IOException {
        return new PgpWriter(
                sign == null ? null : signer(sign, password), encrypt == null ? null : reader(encrypt, now));
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

    private static PGPPublicKey reader(Path file, Instant now) throws IOException {
        PGPPublicKey found = null;
        for (var key : PgpSignatures.publicKeys(file)) {
            if (key.isEncryptionKey()
                    && isFor(key, KeyFlags.ENCRYPT_COMMS | KeyFlags.ENCRYPT_STORAGE)
                    && isValid(key, now)) {
                found = key;
            }
        }
        if (found == null) {
            throw new IOException("the file " + file + " holds no public PGP key for encryption that is valid today");
        }
        return found;
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
        var sealedAt = Date.from(Objects.requireNonNull(file.sealedAt(), "time of sealing"));
        try {
            var signed = signed(file, sealedAt, random);
            return reader == null ? signed : encrypted(signed, random);
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

    private byte[] encrypted(byte[] plain, SecureRandom random) throws PGPException, IOException {
        var generator = new PGPEncryptedDataGenerator(new BcPGPDataEncryptorBuilder(SymmetricKeyAlgorithmTags.AES_256)
                .setWithIntegrityPacket(true)
                .setSecureRandom(random));
        generator.addMethod(
                new BcPublicKeyKeyEncryptionMethodGenerator(Objects.requireNonNull(reader)).setSecureRandom(random));
        var out = new ByteArrayOutputStream(plain.length + BUFFER_BYTES);
        try (var clear = generator.open(out, plain.length)) {
            clear.write(plain);
        }
        return out.toByteArray();
    }
}
