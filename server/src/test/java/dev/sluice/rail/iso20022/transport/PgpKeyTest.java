package dev.sluice.rail.iso20022.transport;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.iso20022.Unreadable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import org.bouncycastle.bcpg.AEADAlgorithmTags;
import org.bouncycastle.bcpg.ArmoredOutputStream;
import org.bouncycastle.bcpg.CompressionAlgorithmTags;
import org.bouncycastle.bcpg.HashAlgorithmTags;
import org.bouncycastle.bcpg.PublicKeyAlgorithmTags;
import org.bouncycastle.bcpg.PublicKeyPacket;
import org.bouncycastle.bcpg.SymmetricKeyAlgorithmTags;
import org.bouncycastle.crypto.generators.RSAKeyPairGenerator;
import org.bouncycastle.crypto.params.RSAKeyGenerationParameters;
import org.bouncycastle.openpgp.PGPCompressedDataGenerator;
import org.bouncycastle.openpgp.PGPEncryptedDataGenerator;
import org.bouncycastle.openpgp.PGPException;
import org.bouncycastle.openpgp.PGPKeyPair;
import org.bouncycastle.openpgp.PGPKeyRingGenerator;
import org.bouncycastle.openpgp.PGPLiteralData;
import org.bouncycastle.openpgp.PGPLiteralDataGenerator;
import org.bouncycastle.openpgp.PGPSignature;
import org.bouncycastle.openpgp.operator.bc.BcPBESecretKeyEncryptorBuilder;
import org.bouncycastle.openpgp.operator.bc.BcPGPContentSignerBuilder;
import org.bouncycastle.openpgp.operator.bc.BcPGPDataEncryptorBuilder;
import org.bouncycastle.openpgp.operator.bc.BcPGPDigestCalculatorProvider;
import org.bouncycastle.openpgp.operator.bc.BcPGPKeyPair;
import org.bouncycastle.openpgp.operator.bc.BcPublicKeyKeyEncryptionMethodGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PgpKeyTest {
    private static final byte[] XML = "<Document>salaries</Document>".getBytes(UTF_8);
    private static final PGPKeyPair OURS = pair();
    private static final int STEP = 5;

    @TempDir
    Path folder;

    private static PGPKeyPair pair() {
        try {
            var generator = new RSAKeyPairGenerator();
            generator.init(new RSAKeyGenerationParameters(BigInteger.valueOf(65537), new SecureRandom(), 2048, 80));
            return new BcPGPKeyPair(
                    PublicKeyPacket.VERSION_4,
                    PublicKeyAlgorithmTags.RSA_GENERAL,
                    generator.generateKeyPair(),
                    new Date());
        } catch (PGPException e) {
            throw new IllegalStateException(e);
        }
    }

    private Path write(PGPKeyPair pair, String password) throws Exception {
        var digests = new BcPGPDigestCalculatorProvider();
        var ring = new PGPKeyRingGenerator(
                        PGPSignature.POSITIVE_CERTIFICATION,
                        pair,
                        "Example GmbH",
                        digests.get(HashAlgorithmTags.SHA1),
                        null,
                        null,
                        new BcPGPContentSignerBuilder(PublicKeyAlgorithmTags.RSA_GENERAL, HashAlgorithmTags.SHA256),
                        new BcPBESecretKeyEncryptorBuilder(SymmetricKeyAlgorithmTags.AES_256)
                                .build(password.toCharArray()))
                .generateSecretKeyRing();
        return Files.write(folder.resolve("secret.pgp"), ring.getEncoded());
    }

    private InboundContent content() throws Exception {
        return new InboundContent(PgpKey.read(write(OURS, ""), new char[0]));
    }

    private static byte[] encrypted(PGPKeyPair pair, byte[] bytes, boolean integrity) throws Exception {
        return encrypted(pair, bytes, encryptor().setWithIntegrityPacket(integrity));
    }

    private static BcPGPDataEncryptorBuilder encryptor() {
        return new BcPGPDataEncryptorBuilder(SymmetricKeyAlgorithmTags.AES_256);
    }

    private static byte[] encrypted(PGPKeyPair pair, byte[] bytes, BcPGPDataEncryptorBuilder encryptor)
            throws Exception {
        var plain = new ByteArrayOutputStream();
        var compressed = new PGPCompressedDataGenerator(CompressionAlgorithmTags.ZIP);
        try (var out = compressed.open(plain)) {
            try (var literal =
                    new PGPLiteralDataGenerator().open(out, PGPLiteralData.BINARY, "x", bytes.length, new Date())) {
                literal.write(bytes);
            }
        }
        var message = new ByteArrayOutputStream();
        var generator = new PGPEncryptedDataGenerator(encryptor);
        generator.addMethod(new BcPublicKeyKeyEncryptionMethodGenerator(pair.getPublicKey()));
        try (var out = generator.open(message, plain.size())) {
            plain.writeTo(out);
        }
        return message.toByteArray();
    }

    private void assertUnreadable(byte[] bytes, String reason) throws Exception {
        var content = content();
        assertThatThrownBy(() -> content.unpack("x", bytes))
                .isInstanceOf(Unreadable.class)
                .hasMessageContaining(reason);
    }

    @Test
    void a_message_is_decrypted_and_unpacked() throws Exception {
        var plain = content().unpack("camt.xml.pgp", encrypted(OURS, XML, true));
        assertThat(plain).hasSize(1);
        assertThat(plain.getFirst().name()).isEqualTo("camt.xml");
        assertThat(plain.getFirst().bytes()).isEqualTo(XML);
        var packed = content().unpack("camt.xml.gz.gpg", encrypted(OURS, InboundContentTest.gzip(XML), true));
        assertThat(packed.getFirst().name()).isEqualTo("camt.xml");
        assertThat(packed.getFirst().bytes()).isEqualTo(XML);
    }

    @Test
    void a_message_with_authenticated_encryption_is_decrypted() throws Exception {
        for (var encryptor : List.of(
                encryptor().setWithAEAD(AEADAlgorithmTags.OCB, 6).setUseV5AEAD(),
                encryptor().setWithAEAD(AEADAlgorithmTags.GCM, 6).setUseV6AEAD())) {
            var bytes = encrypted(OURS, XML, encryptor);
            var content = content();
            assertThat(content.unpack("x", bytes).getFirst().bytes()).isEqualTo(XML);
            bytes[bytes.length - 20] ^= 1;
            assertThatThrownBy(() -> content.unpack("x", bytes)).isInstanceOf(Unreadable.class);
        }
    }

    @Test
    void an_armoured_message_is_decrypted() throws Exception {
        var text = new ByteArrayOutputStream();
        try (var armour = ArmoredOutputStream.builder().build(text)) {
            armour.write(encrypted(OURS, XML, true));
        }
        assertThat(content().unpack("x.asc", text.toByteArray()).getFirst().bytes())
                .isEqualTo(XML);
    }

    @Test
    void a_key_with_a_password_is_read() throws Exception {
        var file = write(OURS, "correct");
        var key = PgpKey.read(file, "correct".toCharArray());
        assertThat(new InboundContent(key)
                        .unpack("x", encrypted(OURS, XML, true))
                        .getFirst()
                        .bytes())
                .isEqualTo(XML);
        assertThatThrownBy(() -> PgpKey.read(file, "wrong".toCharArray()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file.toString());
    }

    @Test
    void a_file_without_a_key_is_named() throws IOException {
        var file = Files.writeString(folder.resolve("none"), "no key");
        assertThatThrownBy(() -> PgpKey.read(file, new char[0]))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file.toString());
    }

    @Test
    void a_message_for_another_key_is_unreadable() throws Exception {
        assertUnreadable(encrypted(pair(), XML, true), "another key");
    }

    @Test
    void a_message_without_integrity_is_refused() throws Exception {
        assertUnreadable(encrypted(OURS, XML, false), "integrity");
    }

    @Test
    void a_message_that_is_changed_or_cut_anywhere_is_unreadable() throws Exception {
        var bytes = encrypted(OURS, XML, true);
        var content = content();
        for (var at = 1; at < bytes.length; at += STEP) {
            var changed = bytes.clone();
            changed[at] ^= 0x10;
            assertUnchangedOrUnreadable(content, changed, "changed at " + at);
            var cut = Arrays.copyOf(bytes, at);
            assertThatThrownBy(() -> content.unpack("x", cut))
                    .as("cut at %d", at)
                    .isInstanceOf(Unreadable.class);
        }
    }

    /// A few bits carry no meaning, such as those of a reserved field; the content is the same then.
    private static void assertUnchangedOrUnreadable(InboundContent content, byte[] bytes, String where) {
        try {
            assertThat(content.unpack("x", bytes).getFirst().bytes()).as(where).isEqualTo(XML);
        } catch (Unreadable e) {
            assertThat(e).as(where).hasMessageContaining("PGP");
        }
    }

    @Test
    void a_bomb_in_a_message_is_refused() throws Exception {
        assertUnreadable(encrypted(OURS, new byte[InboundContent.BYTES_MAX + 1], true), "more than 64 MiB");
    }
}
