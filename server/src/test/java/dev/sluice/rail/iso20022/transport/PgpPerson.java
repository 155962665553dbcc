package dev.sluice.rail.iso20022.transport;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.bouncycastle.bcpg.HashAlgorithmTags;
import org.bouncycastle.bcpg.PublicKeyAlgorithmTags;
import org.bouncycastle.bcpg.PublicKeyPacket;
import org.bouncycastle.bcpg.SymmetricKeyAlgorithmTags;
import org.bouncycastle.bcpg.sig.KeyFlags;
import org.bouncycastle.crypto.AsymmetricCipherKeyPair;
import org.bouncycastle.crypto.generators.Ed25519KeyPairGenerator;
import org.bouncycastle.crypto.generators.RSAKeyPairGenerator;
import org.bouncycastle.crypto.generators.X25519KeyPairGenerator;
import org.bouncycastle.crypto.params.Ed25519KeyGenerationParameters;
import org.bouncycastle.crypto.params.RSAKeyGenerationParameters;
import org.bouncycastle.crypto.params.X25519KeyGenerationParameters;
import org.bouncycastle.openpgp.PGPException;
import org.bouncycastle.openpgp.PGPKeyPair;
import org.bouncycastle.openpgp.PGPKeyRingGenerator;
import org.bouncycastle.openpgp.PGPSignature;
import org.bouncycastle.openpgp.PGPSignatureSubpacketGenerator;
import org.bouncycastle.openpgp.PGPSignatureSubpacketVector;
import org.bouncycastle.openpgp.operator.bc.BcPBESecretKeyEncryptorBuilder;
import org.bouncycastle.openpgp.operator.bc.BcPGPContentSignerBuilder;
import org.bouncycastle.openpgp.operator.bc.BcPGPDigestCalculatorProvider;
import org.bouncycastle.openpgp.operator.bc.BcPGPKeyPair;

/// A person with PGP keys as GnuPG makes them: a primary key that signs, and a subkey for encryption.
public final class PgpPerson {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Date MADE = Date.from(Instant.parse("2026-01-01T00:00:00Z"));

    private final PGPKeyRingGenerator ring;
    private final PGPKeyPair signer;
    private final PGPKeyPair reader;

    private PgpPerson(PGPKeyPair signer, PGPKeyPair reader, String password) throws PGPException {
        this.signer = signer;
        this.reader = reader;
        var digests = new BcPGPDigestCalculatorProvider();
        this.ring = new PGPKeyRingGenerator(
                PGPSignature.POSITIVE_CERTIFICATION,
                signer,
                "Somebody",
                digests.get(HashAlgorithmTags.SHA1),
                flags(KeyFlags.CERTIFY_OTHER | KeyFlags.SIGN_DATA),
                null,
                new BcPGPContentSignerBuilder(signer.getPublicKey().getAlgorithm(), HashAlgorithmTags.SHA256),
                new BcPBESecretKeyEncryptorBuilder(SymmetricKeyAlgorithmTags.AES_256).build(password.toCharArray()));
        ring.addSubKey(reader, flags(KeyFlags.ENCRYPT_COMMS | KeyFlags.ENCRYPT_STORAGE), null);
    }

    private static PGPSignatureSubpacketVector flags(int flags) {
        var subpackets = new PGPSignatureSubpacketGenerator();
        subpackets.setKeyFlags(false, flags);
        return subpackets.generate();
    }

    /// Returns a person with RSA keys: their algorithm does not show their use.
    static PgpPerson rsa(String password) {
        try {
            var generator = new RSAKeyPairGenerator();
            generator.init(new RSAKeyGenerationParameters(BigInteger.valueOf(65537), RANDOM, 2048, 80));
            return new PgpPerson(
                    pair(PublicKeyAlgorithmTags.RSA_GENERAL, generator.generateKeyPair()),
                    pair(PublicKeyAlgorithmTags.RSA_GENERAL, generator.generateKeyPair()),
                    password);
        } catch (PGPException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Returns a person with keys of elliptic curves, as GnuPG makes them by default.
    public static PgpPerson curve() {
        try {
            var signing = new Ed25519KeyPairGenerator();
            signing.init(new Ed25519KeyGenerationParameters(RANDOM));
            var reading = new X25519KeyPairGenerator();
            reading.init(new X25519KeyGenerationParameters(RANDOM));
            return new PgpPerson(
                    pair(PublicKeyAlgorithmTags.EDDSA_LEGACY, signing.generateKeyPair()),
                    pair(PublicKeyAlgorithmTags.ECDH, reading.generateKeyPair()),
                    "");
        } catch (PGPException e) {
            throw new IllegalStateException(e);
        }
    }

    private static PGPKeyPair pair(int algorithm, AsymmetricCipherKeyPair keys) throws PGPException {
        return new BcPGPKeyPair(PublicKeyPacket.VERSION_4, algorithm, keys, MADE);
    }

    Path secret(Path file) throws IOException {
        return Files.write(file, ring.generateSecretKeyRing().getEncoded());
    }

    public Path open(Path file) throws IOException {
        return Files.write(file, ring.generatePublicKeyRing().getEncoded());
    }

    /// Returns a writer of messages for another person.
    PgpWriter to(PgpPerson other) {
        return new PgpWriter(signer, List.of(other.reader.getPublicKey()));
    }

    /// Returns a message that is signed only.
    public byte[] signed(byte[] bytes) throws IOException {
        return signing().write(new BankTransport.OutgoingFile("file.xml", "M1", bytes, 1, MADE.toInstant()));
    }

    /// Returns a writer of messages that are signed only.
    PgpWriter signing() {
        return new PgpWriter(signer, List.of());
    }

    /// Returns a writer of messages without a signature.
    static PgpWriter unsigned(PgpPerson other) {
        return new PgpWriter(null, List.of(other.reader.getPublicKey()));
    }
}
