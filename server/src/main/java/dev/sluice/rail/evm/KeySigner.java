package dev.sluice.rail.evm;

import java.math.BigInteger;
import org.web3j.crypto.ECKeyPair;
import org.web3j.crypto.Keys;
import org.web3j.crypto.Sign;

/// A signer whose key is in memory. It shows its address alone.
public final class KeySigner implements Signer {
    private static final int V_OF_PARITY_0 = 27;
    private static final BigInteger ORDER = Sign.CURVE_PARAMS.getN();

    private final ECKeyPair pair;
    private final String address;

    private KeySigner(ECKeyPair pair) {
        this.pair = pair;
        this.address = Keys.toChecksumAddress("0x" + Keys.getAddress(pair));
    }

    /// The signer with a private key.
    ///
    /// @throws IllegalArgumentException where the number is no key of the curve
    public static KeySigner of(BigInteger privateKey) {
        if (privateKey.signum() <= 0 || privateKey.compareTo(ORDER) >= 0) {
            throw new IllegalArgumentException("is no private key of secp256k1");
        }
        return new KeySigner(ECKeyPair.create(privateKey));
    }

    @Override
    public String address() {
        return address;
    }

    @Override
    public Signature sign(byte[] digest) {
        var signed = Sign.signMessage(digest, pair, false);
        return new Signature(
                signed.getV()[0] - V_OF_PARITY_0, new BigInteger(1, signed.getR()), new BigInteger(1, signed.getS()));
    }

    @Override
    public String toString() {
        return "KeySigner[" + address + "]";
    }
}
