package dev.sluice.rail;

import java.util.Arrays;
import org.bouncycastle.crypto.params.Ed25519PrivateKeyParameters;
import org.bouncycastle.crypto.signers.Ed25519Signer;
import org.stellar.sdk.StrKey;

/// The secret seed of a Stellar account: an Ed25519 key (RFC 8032). The SDK's own class for keys needs a library with
/// an open advisory (CVE-2020-36843).
public final class StellarSeed {
    private static final int HINT_BYTES = 4;

    private final Ed25519PrivateKeyParameters key;
    private final byte[] publicKey;

    private StellarSeed(Ed25519PrivateKeyParameters key) {
        this.key = key;
        this.publicKey = key.generatePublicKey().getEncoded();
    }

    /// Returns a seed of 32 bytes.
    public static StellarSeed of(byte[] bytes) {
        return new StellarSeed(new Ed25519PrivateKeyParameters(bytes));
    }

    /// Parses a seed in its textual form (`S…`).
    ///
    /// @throws RuntimeException if the text is not a seed
    public static StellarSeed parse(String text) {
        return of(StrKey.decodeEd25519SecretSeed(text.toCharArray()));
    }

    /// Returns the account (`G…`).
    public String account() {
        return StrKey.encodeEd25519PublicKey(publicKey);
    }

    /// Returns the last four bytes of the public key, by which the network finds the signer of a signature.
    public byte[] hint() {
        return Arrays.copyOfRange(publicKey, publicKey.length - HINT_BYTES, publicKey.length);
    }

    /// Signs a transaction's hash.
    public byte[] sign(byte[] hash) {
        var signer = new Ed25519Signer();
        signer.init(true, key);
        signer.update(hash, 0, hash.length);
        return signer.generateSignature();
    }
}
