package dev.sluice.rail.stellar;

import org.stellar.sdk.KeyPair;

/// The secret key of an account of ours. It shows the account and never itself.
public final class SecretKey {
    private final KeyPair pair;

    private SecretKey(KeyPair pair) {
        this.pair = pair;
    }

    /// The key in a seed (`S…`).
    ///
    /// @throws IllegalArgumentException where the text is no seed; the message does not repeat it
    public static SecretKey of(String seed) {
        try {
            return new SecretKey(KeyPair.fromSecretSeed(seed));
        } catch (RuntimeException malformed) {
            throw new IllegalArgumentException("must be a secret seed of Stellar (S…)");
        }
    }

    /// The account (`G…`).
    public String account() {
        return pair.getAccountId();
    }

    KeyPair pair() {
        return pair;
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
