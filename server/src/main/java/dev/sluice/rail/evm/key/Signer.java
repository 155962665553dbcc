package dev.sluice.rail.evm.key;

import java.math.BigInteger;

/// Signer with a wallet's private key, in a file, the environment, or a device that never reveals it. The key itself
/// is visible nowhere else.
public interface Signer {
    /// The wallet's address, with its checksum.
    String address();

    /// Signs the 32 bytes of a digest (ECDSA on secp256k1, `s` in the lower half). The same digest gets the same
    /// signature (RFC 6979).
    Signature sign(byte[] digest);

    /// Signature; `parity` selects one of two possible points, 0 or 1.
    record Signature(int parity, BigInteger r, BigInteger s) {}
}
