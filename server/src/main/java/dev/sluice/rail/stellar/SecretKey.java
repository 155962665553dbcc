package dev.sluice.rail.stellar;

import dev.sluice.rail.StellarSeed;
import org.stellar.sdk.AbstractTransaction;
import org.stellar.sdk.xdr.DecoratedSignature;
import org.stellar.sdk.xdr.Signature;
import org.stellar.sdk.xdr.SignatureHint;

/// The secret key of one of our accounts. Its string form shows the account and never the key.
public final class SecretKey {
    private final StellarSeed seed;

    private SecretKey(StellarSeed seed) {
        this.seed = seed;
    }

    /// Returns the key of a seed (`S…`).
    ///
    /// @throws IllegalArgumentException if the text is not a seed; the message does not repeat it
    public static SecretKey of(String seed) {
        try {
            return new SecretKey(StellarSeed.parse(seed));
        } catch (RuntimeException malformed) {
            throw new IllegalArgumentException("must be a secret seed of Stellar (S…)");
        }
    }

    /// Returns the account (`G…`).
    public String account() {
        return seed.account();
    }

    public void sign(AbstractTransaction transaction) {
        var signature = new DecoratedSignature();
        signature.setHint(new SignatureHint(seed.hint()));
        signature.setSignature(new Signature(seed.sign(transaction.hash())));
        transaction.addSignature(signature);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SecretKey key && key.account().equals(account());
    }

    @Override
    public int hashCode() {
        return account().hashCode();
    }

    @Override
    public String toString() {
        return "SecretKey[" + account() + "]";
    }
}
