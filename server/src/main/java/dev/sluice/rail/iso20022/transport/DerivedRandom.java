package dev.sluice.rail.iso20022.transport;

import dev.sluice.rail.iso20022.transport.BankTransport.OutgoingFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import org.bouncycastle.openpgp.PGPKeyPair;
import org.jspecify.annotations.Nullable;

/// Random bytes of one outgoing message: the same for the same file and secret key, and unknown without the
/// file. The file has identifiers that nobody can guess. A signature needs randomness that is unknown even to
/// readers of the file, so the secret key is part of it, as in RFC 6979.
final class DerivedRandom extends SecureRandom {
    private static final long serialVersionUID = 1L;
    private static final String PURPOSE = "sluice/pgp/1";

    private final transient byte[] seed;
    private transient long counter;

    DerivedRandom(OutgoingFile file, @Nullable PGPKeyPair secret) {
        var digest = sha512();
        digest.update(PURPOSE.getBytes(StandardCharsets.UTF_8));
        digest.update(sha512().digest(secret == null ? new byte[0] : encoded(secret)));
        digest.update(sha512().digest(file.msgId().getBytes(StandardCharsets.UTF_8)));
        digest.update(file.bytes());
        this.seed = digest.digest();
    }

    private static byte[] encoded(PGPKeyPair secret) {
        return secret.getPrivateKey().getPrivateKeyDataPacket().getEncoded();
    }

    @Override
    public void nextBytes(byte[] bytes) {
        for (int at = 0; at < bytes.length; ) {
            var digest = sha512();
            digest.update(seed);
            var block = digest.digest(
                    ByteBuffer.allocate(Long.BYTES).putLong(counter++).array());
            int length = Math.min(block.length, bytes.length - at);
            System.arraycopy(block, 0, bytes, at, length);
            at += length;
        }
    }

    @Override
    public byte[] generateSeed(int length) {
        var bytes = new byte[length];
        nextBytes(bytes);
        return bytes;
    }

    private static MessageDigest sha512() {
        try {
            return MessageDigest.getInstance("SHA-512");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
