package dev.sluice.signin;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Request to a browser to sign with a passkey or to create a new one.
///
/// @param cookie value that the browser has to return with its answer, so that no other browser can answer
/// @param challenge bytes to sign
/// @param passkeys the permitted passkeys, or the existing ones if a new one is created; empty if any is permitted
/// @param user owner of a new passkey; null if a signature is requested
public record PasskeyAsk(
        RelyingParty party,
        String cookie,
        byte[] challenge,
        List<Passkey> passkeys,
        @Nullable PasskeyUser user) {
    public PasskeyAsk {
        passkeys = List.copyOf(passkeys);
    }

    /// User data that the device stores.
    ///
    /// @param handle random id that does not identify the person
    public record PasskeyUser(byte[] handle, String email, String name) {
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
