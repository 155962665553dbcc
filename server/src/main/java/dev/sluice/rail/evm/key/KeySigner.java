package dev.sluice.rail.evm.key;

import java.math.BigInteger;
import org.bouncycastle.math.ec.ECAlgorithms;
import org.bouncycastle.math.ec.ECPoint;
import org.web3j.crypto.ECDSASignature;
import org.web3j.crypto.ECKeyPair;
import org.web3j.crypto.Keys;
import org.web3j.crypto.Sign;

/// Signer with its key in memory. It shows its address alone.
public final class KeySigner implements Signer {
    private static final BigInteger ORDER = Sign.CURVE_PARAMS.getN();

    private final ECKeyPair pair;
    private final ECPoint publicPoint;
    private final String address;

    private KeySigner(ECKeyPair pair) {
        this.pair = pair;
        this.publicPoint = Sign.publicPointFromPrivate(pair.getPrivateKey());
        this.address = Keys.toChecksumAddress("0x" + Keys.getAddress(pair));
    }

    /// Returns the signer with a private key.
    ///
    /// @throws IllegalArgumentException if the number is no key of the curve
    public static KeySigner of(BigInteger privateKey) {
        if (privateKey.signum() <= 0 || privateKey.compareTo(ORDER) >= 0) {
            throw new IllegalArgumentException("is not a secp256k1 private key");
        }
        return new KeySigner(ECKeyPair.create(privateKey));
    }

    @Override
    public String address() {
        return address;
    }

    @Override
    public Signature sign(byte[] digest) {
        var signed = pair.sign(digest);
        return new Signature(parity(digest, signed), signed.r, signed.s);
    }

    /// Returns the recovery bit, which selects one of the two points with the number `r`: the one that verifies
    /// the signature (SEC 1, 4.1.4). It needs no secret, and a signature that does not fit its key is not used.
    private int parity(byte[] digest, ECDSASignature signed) {
        var inverse = signed.s.modInverse(ORDER);
        var point = ECAlgorithms.sumOfTwoMultiplies(
                        Sign.CURVE_PARAMS.getG(),
                        new BigInteger(1, digest).multiply(inverse).mod(ORDER),
                        publicPoint,
                        signed.r.multiply(inverse).mod(ORDER))
                .normalize();
        if (!point.getAffineXCoord().toBigInteger().equals(signed.r)) {
            throw new IllegalStateException("a signature does not fit the key of " + address);
        }
        return point.getAffineYCoord().testBitZero() ? 1 : 0;
    }

    @Override
    public String toString() {
        return "KeySigner[" + address + "]";
    }
}
