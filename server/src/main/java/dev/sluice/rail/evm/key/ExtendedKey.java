package dev.sluice.rail.evm.key;

import dev.sluice.rail.evm.Hex;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.asn1.x9.X9ECParameters;
import org.bouncycastle.math.ec.ECPoint;
import org.web3j.crypto.Keys;
import org.web3j.crypto.Sign;

/// Parent key for derivation (BIP-32): a public one yields only the addresses of its children, a private one yields
/// their keys, too. It shows neither.
public final class ExtendedKey {
    private static final X9ECParameters CURVE = Sign.CURVE_PARAMS;
    private static final int XPUB = 0x0488B21E;
    private static final int XPRV = 0x0488ADE4;
    private static final int BYTES = 78;
    private static final int HEADER_BYTES = 9;
    private static final int KEY_BYTES = 32;
    private static final int POINT_BYTES = 33;
    private static final int COORDINATES_BYTES = 64;
    private static final int HARDENED_BIT = 0x80000000;

    private final ECPoint point;
    private final byte[] chainCode;
    private final Optional<BigInteger> secret;

    private ExtendedKey(ECPoint point, byte[] chainCode, Optional<BigInteger> secret) {
        this.point = point.normalize();
        this.chainCode = chainCode;
        this.secret = secret;
    }

    /// Parses `xpub…` or `xprv…`.
    ///
    /// @throws IllegalArgumentException if it is neither, with a reason that reveals nothing of it
    public static ExtendedKey parse(String text) {
        var bytes = Base58.checked(text);
        if (bytes.length != BYTES) {
            throw new IllegalArgumentException("must be an extended key (xpub… or xprv…)");
        }
        var buffer = ByteBuffer.wrap(bytes);
        int version = buffer.getInt();
        buffer.position(buffer.position() + HEADER_BYTES);
        var chainCode = new byte[KEY_BYTES];
        buffer.get(chainCode);
        var key = new byte[POINT_BYTES];
        buffer.get(key);
        return switch (version) {
            case XPUB -> new ExtendedKey(point(key), chainCode, Optional.empty());
            case XPRV -> {
                if (key[0] != 0) {
                    throw new IllegalArgumentException("is not a private key");
                }
                yield ofSecret(new BigInteger(1, key), chainCode);
            }
            default -> throw new IllegalArgumentException("must be an extended key (xpub… or xprv…)");
        };
    }

    /// Returns the master key of a tree (`m`).
    public static ExtendedKey ofSeed(byte[] seed) {
        var hash = hmac("Bitcoin seed".getBytes(java.nio.charset.StandardCharsets.US_ASCII), seed);
        return ofSecret(
                new BigInteger(1, Arrays.copyOf(hash, KEY_BYTES)), Arrays.copyOfRange(hash, KEY_BYTES, hash.length));
    }

    private static ExtendedKey ofSecret(BigInteger secret, byte[] chainCode) {
        if (secret.signum() == 0 || secret.compareTo(CURVE.getN()) >= 0) {
            throw new IllegalArgumentException("is not a private key");
        }
        return new ExtendedKey(Sign.publicPointFromPrivate(secret), chainCode, Optional.of(secret));
    }

    private static ECPoint point(byte[] encoded) {
        try {
            return CURVE.getCurve().decodePoint(encoded);
        } catch (IllegalArgumentException none) {
            throw new IllegalArgumentException("is not a public key", none);
        }
    }

    public boolean isPrivate() {
        return secret.isPresent();
    }

    /// Returns the public side alone.
    public ExtendedKey withoutSecret() {
        return new ExtendedKey(point, chainCode, Optional.empty());
    }

    /// Derives a child. Indexes from 2³¹ on are hardened: they need the private key.
    ///
    /// @throws IllegalStateException if there is no such child, with about the probability of guessing a key
    public ExtendedKey child(int index) {
        var data = ByteBuffer.allocate(POINT_BYTES + Integer.BYTES);
        if ((index & HARDENED_BIT) == 0) {
            data.put(point.getEncoded(true));
        } else {
            data.put(new byte[POINT_BYTES - KEY_BYTES]).put(Hex.bytes(Hex.word(key())));
        }
        var hash = hmac(chainCode, data.putInt(index).array());
        var step = new BigInteger(1, Arrays.copyOf(hash, KEY_BYTES));
        var code = Arrays.copyOfRange(hash, KEY_BYTES, hash.length);
        if (step.compareTo(CURVE.getN()) >= 0) {
            throw new IllegalStateException("this child does not exist");
        }
        return secret.map(own -> ofSecret(own.add(step).mod(CURVE.getN()), code))
                .orElseGet(
                        () -> new ExtendedKey(Sign.publicPointFromPrivate(step).add(point), code, Optional.empty()));
    }

    /// Returns the index of a hardened child.
    static int hardened(int index) {
        return index | HARDENED_BIT;
    }

    /// Returns the address on EVM networks, with its checksum.
    public String address() {
        var encoded = point.getEncoded(false);
        var coordinates = Arrays.copyOfRange(encoded, encoded.length - COORDINATES_BYTES, encoded.length);
        var hash = Keys.getAddress(coordinates);
        return Hex.address(Hex.text(hash));
    }

    /// Returns a signer for this key's address.
    public Signer signer() {
        return KeySigner.of(key());
    }

    private BigInteger key() {
        return secret.orElseThrow(() -> new IllegalStateException("there is no private key"));
    }

    /// Reports whether two keys are the same, regardless of their private sides.
    public boolean isSameAs(ExtendedKey other) {
        return point.equals(other.point) && Arrays.equals(chainCode, other.chainCode);
    }

    private static byte[] hmac(byte[] key, byte[] data) {
        try {
            var mac = Mac.getInstance("HmacSHA512");
            mac.init(new SecretKeySpec(key, "HmacSHA512"));
            return mac.doFinal(data);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @Override
    public String toString() {
        return "ExtendedKey[" + (isPrivate() ? "private" : "public") + "]";
    }
}
