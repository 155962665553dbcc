package dev.sluice.rail.evm.key;

import dev.sluice.http.Json;
import dev.sluice.rail.evm.Hex;
import dev.sluice.refusal.Refused;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Locale;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.crypto.digests.SHA256Digest;
import org.bouncycastle.crypto.generators.PKCS5S2ParametersGenerator;
import org.bouncycastle.crypto.params.KeyParameter;
import org.web3j.crypto.Hash;
import tools.jackson.databind.JsonNode;

/// Private key in a password-protected file: the Web3 Secret Storage Definition, version 3, as every wallet writes it.
public final class Keystore {
    private static final int VERSION = 3;
    private static final int KEY_BYTES = 32;
    private static final int HALF = 16;
    private static final int ITERATIONS_MAX = 10_000_000;
    private static final int SCRYPT_BLOCK_BYTES = 128;
    private static final int SCRYPT_R_MAX = 1_024;
    private static final int BITS = 8;
    /// Minimum cost of a guess, in memory and work alike: that of n = 65,536, r = 8, p = 1.
    private static final long SCRYPT_COST_MIN = 8 * (1L << 16);
    /// Minimum for HMAC-SHA256 in OWASP's cheat sheet on password storage.
    private static final int ITERATIONS_MIN = 600_000;

    private Keystore() {}

    /// Returns the signer with the key in a file's bytes.
    ///
    /// @throws IllegalArgumentException if the file cannot be read, with a reason that reveals nothing of it
    public static Signer open(byte[] file, String password) {
        JsonNode document;
        try {
            document = section(Json.parse(file), "crypto");
        } catch (Refused malformed) {
            throw new IllegalArgumentException("is not JSON", malformed);
        }
        var crypto = document;
        if (!text(crypto, "cipher").equals("aes-128-ctr")) {
            throw new IllegalArgumentException("uses the cipher " + text(crypto, "cipher") + ", not aes-128-ctr");
        }
        var key = derived(crypto, password.getBytes(StandardCharsets.UTF_8));
        var ciphertext = bytes(crypto, "ciphertext");
        var checked = Arrays.copyOf(Arrays.copyOfRange(key, HALF, KEY_BYTES), HALF + ciphertext.length);
        System.arraycopy(ciphertext, 0, checked, HALF, ciphertext.length);
        if (!MessageDigest.isEqual(Hash.sha3(checked), bytes(crypto, "mac"))) {
            throw new IllegalArgumentException("cannot be opened: the password is wrong, or the file is damaged");
        }
        return KeySigner.of(new BigInteger(1, plain(crypto, Arrays.copyOf(key, HALF), ciphertext)));
    }

    /// Reports whether the file's key derivation is too cheap to resist password guessing.
    public static boolean isCheap(byte[] file) {
        var crypto = section(Json.parse(file), "crypto");
        var params = member(crypto, "kdfparams");
        return text(crypto, "kdf").equals("scrypt")
                ? (long) params.path("n").asInt()
                                * params.path("r").asInt()
                                * params.path("p").asInt()
                        < SCRYPT_COST_MIN
                : params.path("c").asInt() < ITERATIONS_MIN;
    }

    /// Returns the relevant section. Some wallets capitalize its name.
    private static JsonNode section(JsonNode document, String name) {
        if (number(document, "version", Integer.MAX_VALUE) != VERSION) {
            throw new IllegalArgumentException("is not of version 3");
        }
        return document.propertyStream()
                .filter(each -> each.getKey().toLowerCase(Locale.ROOT).equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("has no " + name))
                .getValue();
    }

    private static byte[] derived(JsonNode crypto, byte[] password) {
        var params = member(crypto, "kdfparams");
        var salt = bytes(params, "salt");
        if (number(params, "dklen", Integer.MAX_VALUE) != KEY_BYTES) {
            throw new IllegalArgumentException("has a derived key of a length other than 32 bytes");
        }
        return switch (text(crypto, "kdf")) {
            case "scrypt" -> {
                int n = number(params, "n", 1 << 24);
                int r = number(params, "r", SCRYPT_R_MAX);
                long needed = (long) SCRYPT_BLOCK_BYTES * n * r;
                if (needed > Runtime.getRuntime().maxMemory() / 2) {
                    throw new IllegalArgumentException(
                            "needs %,d MB of memory to be opened: raise SLUICE_HEAP, or write it"
                                            .formatted(needed >> 20)
                                    + " again with a smaller n, at least 65536");
                }
                yield Scrypt.key(password, salt, n, r, number(params, "p", SCRYPT_R_MAX), KEY_BYTES);
            }
            case "pbkdf2" -> {
                if (!text(params, "prf").equals("hmac-sha256")) {
                    throw new IllegalArgumentException("uses " + text(params, "prf") + ", not hmac-sha256");
                }
                var generator = new PKCS5S2ParametersGenerator(SHA256Digest.newInstance());
                generator.init(password, salt, number(params, "c", ITERATIONS_MAX));
                yield ((KeyParameter) generator.generateDerivedParameters(KEY_BYTES * BITS)).getKey();
            }
            default -> throw new IllegalArgumentException("uses " + text(crypto, "kdf") + ", not scrypt or pbkdf2");
        };
    }

    private static byte[] plain(JsonNode crypto, byte[] key, byte[] ciphertext) {
        try {
            var cipher = Cipher.getInstance("AES/CTR/NoPadding");
            var iv = bytes(member(crypto, "cipherparams"), "iv");
            cipher.init(Cipher.DECRYPT_MODE, new SecretKeySpec(key, "AES"), new IvParameterSpec(iv));
            return cipher.doFinal(ciphertext);
        } catch (GeneralSecurityException malformed) {
            throw new IllegalArgumentException("has a malformed cipher", malformed);
        }
    }

    private static JsonNode member(JsonNode object, String name) {
        var member = object.get(name);
        if (member == null) {
            throw new IllegalArgumentException("has no " + name);
        }
        return member;
    }

    private static String text(JsonNode object, String name) {
        return member(object, name).asString();
    }

    private static byte[] bytes(JsonNode object, String name) {
        return Hex.bytes(text(object, name));
    }

    private static int number(JsonNode object, String name, int max) {
        int number = member(object, name).asInt(0);
        if (number < 1 || number > max) {
            throw new IllegalArgumentException("has a wrong " + name);
        }
        return number;
    }
}
