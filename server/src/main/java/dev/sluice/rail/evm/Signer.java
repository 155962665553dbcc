package dev.sluice.rail.evm;

import java.math.BigInteger;

/// Whoever holds a wallet's key: a file, the environment, or a machine that never gives it away. The key itself is
/// seen nowhere else.
public interface Signer {
    /// The wallet's address, with its checksum.
    String address();

    /// Signs the 32 bytes of a digest (ECDSA on secp256k1, `s` in the lower half). The same digest gets the same
    /// signature (RFC 6979).
    Signature sign(byte[] digest);

    /// A signature. `parity` says which of two points was meant, 0 or 1.
    record Signature(int parity, BigInteger r, BigInteger s) {}
}
