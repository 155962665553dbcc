package dev.sluice.dashboard;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.RSAKeyGenParameterSpec;
import java.util.Arrays;
import java.util.Base64;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Software authenticator with one passkey, as in WebAuthn (level 3): ES256 or RS256, without attestation. Tests can
/// corrupt each part of its responses.
public final class Authenticator {
    private static final int PRESENT = 0x01;
    private static final int VERIFIED = 0x04;
    private static final int ATTESTED = 0x40;
    private static final JsonMapper JSON = new JsonMapper();

    private final KeyPair key;
    private final byte[] credentialId = new byte[32];

    /// Parts of its responses; tests change them.
    public String origin;
    public String partyId = "localhost";
    public long count;
    public boolean verifies = true;
    public boolean tampers;
    public byte[] userHandle = new byte[0];

    public Authenticator(String origin) {
        this(origin, pair("EC", new ECGenParameterSpec("secp256r1")));
    }

    private Authenticator(String origin, KeyPair key) {
        this.origin = origin;
        this.key = key;
        new SecureRandom().nextBytes(credentialId);
    }

    /// Creates an authenticator with an RSA key of the given length.
    public static Authenticator rsa(String origin, int bits) {
        return new Authenticator(origin, pair("RSA", new RSAKeyGenParameterSpec(bits, RSAKeyGenParameterSpec.F4)));
    }

    private static KeyPair pair(String algorithm, AlgorithmParameterSpec parameters) {
        try {
            var generator = KeyPairGenerator.getInstance(algorithm);
            generator.initialize(parameters);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /// Returns the response to the options for a new passkey.
    public String create(String options) {
        var asked = JSON.readTree(options);
        userHandle = Base64.getUrlDecoder().decode(asked.at("/user/id").asString());
        var data = clientData("webauthn.create", asked);
        var attestation = concat(
                new byte[] {(byte) 0xA3},
                text("fmt"),
                text("none"),
                text("attStmt"),
                new byte[] {(byte) 0xA0},
                text("authData"),
                bytes(concat(
                        head(ATTESTED),
                        new byte[16],
                        ByteBuffer.allocate(2)
                                .putShort((short) credentialId.length)
                                .array(),
                        credentialId,
                        publicKey())));
        var response = JSON.createObjectNode()
                .put("clientDataJSON", encoded(data))
                .put("attestationObject", encoded(attestation));
        response.putArray("transports").add("internal");
        return answer(response);
    }

    /// Returns the response to the options for a signature.
    public String sign(String options) {
        var data = clientData("webauthn.get", JSON.readTree(options));
        var head = head(0);
        var signed = signature(concat(head, sha256(data)));
        if (tampers) {
            // Another well-formed signature of the same key.
            signed = signature(concat(head, sha256("something else".getBytes(StandardCharsets.UTF_8))));
        }
        var response = JSON.createObjectNode()
                .put("clientDataJSON", encoded(data))
                .put("authenticatorData", encoded(head))
                .put("signature", encoded(signed));
        if (userHandle.length > 0) {
            response.put("userHandle", encoded(userHandle));
        }
        return answer(response);
    }

    private String answer(JsonNode response) {
        var answer = JSON.createObjectNode()
                .put("id", encoded(credentialId))
                .put("rawId", encoded(credentialId))
                .put("type", "public-key");
        answer.putObject("clientExtensionResults");
        answer.set("response", response);
        return answer.toString();
    }

    private byte[] clientData(String type, JsonNode asked) {
        return JSON.createObjectNode()
                .put("type", type)
                .put("challenge", asked.get("challenge").asString())
                .put("origin", origin)
                .put("crossOrigin", false)
                .toString()
                .getBytes(StandardCharsets.UTF_8);
    }

    private byte[] head(int flags) {
        return ByteBuffer.allocate(37)
                .put(sha256(partyId.getBytes(StandardCharsets.UTF_8)))
                .put((byte) (flags | PRESENT | (verifies ? VERIFIED : 0)))
                .putInt((int) count)
                .array();
    }

    /// Encodes the key in COSE (RFC 9053): `{1: 2, 3: -7, -1: 1, -2: x, -3: y}`; for RSA (RFC 8230) `{1: 3, 3:
    /// -257, -1: n, -2: e}`.
    private byte[] publicKey() {
        if (key.getPublic() instanceof RSAPublicKey rsa) {
            var modulus = rsa.getModulus().toByteArray();
            return concat(
                    new byte[] {(byte) 0xA4, 0x01, 0x03, 0x03, 0x39, 0x01, 0x00, 0x20},
                    bytes(Arrays.copyOfRange(modulus, modulus[0] == 0 ? 1 : 0, modulus.length)),
                    new byte[] {0x21, 0x43, 0x01, 0x00, 0x01});
        }
        var point = ((ECPublicKey) key.getPublic()).getW();
        return concat(
                new byte[] {(byte) 0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21},
                bytes(unsigned(point.getAffineX())),
                new byte[] {0x22},
                bytes(unsigned(point.getAffineY())));
    }

    private byte[] signature(byte[] signed) {
        try {
            var signature = Signature.getInstance(
                    key.getPublic() instanceof RSAPublicKey ? "SHA256withRSA" : "SHA256withECDSA");
            signature.initSign(key.getPrivate());
            signature.update(signed);
            return signature.sign();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static byte[] unsigned(BigInteger number) {
        var all = number.toByteArray();
        var fixed = new byte[32];
        int length = Math.min(all.length, fixed.length);
        System.arraycopy(all, all.length - length, fixed, fixed.length - length, length);
        return fixed;
    }

    private static byte[] text(String text) {
        return concat(new byte[] {(byte) (0x60 | text.length())}, text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] bytes(byte[] bytes) {
        var head = bytes.length < 256
                ? new byte[] {0x58, (byte) bytes.length}
                : new byte[] {0x59, (byte) (bytes.length >> 8), (byte) bytes.length};
        return concat(head, bytes);
    }

    private static byte[] concat(byte[]... parts) {
        var all = new ByteArrayOutputStream();
        Arrays.stream(parts).forEach(all::writeBytes);
        return all.toByteArray();
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
