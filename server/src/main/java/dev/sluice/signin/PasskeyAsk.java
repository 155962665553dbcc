package dev.sluice.signin;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a browser is asked for: a signature by one of some passkeys, or a new passkey.
///
/// @param cookie what the browser has to show with its answer, so that no other browser can give it
/// @param challenge what is to be signed
/// @param passkeys those that are meant, or, for a new one, those that are there already; none where any will do
/// @param person whom a new passkey is for; nothing where a signature is asked for
public record PasskeyAsk(
        RelyingParty party,
        String cookie,
        byte[] challenge,
        List<Passkey> passkeys,
        @Nullable Person person) {
    public PasskeyAsk {
        passkeys = List.copyOf(passkeys);
    }

    /// A person, as their device keeps them.
    ///
    /// @param handle chance, which tells nobody who it is
    public record Person(byte[] handle, String email, String name) {
        @Override
        public String toString() {
            return "Person[]";
        }
    }

    /// Never shows the challenge.
    @Override
    public String toString() {
        return "PasskeyAsk[" + party.id() + "]";
    }
}
