package dev.sluice.signin;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// A key that a person's device keeps, of which we have the public half. Times are real ones.
///
/// @param name what the person calls it
/// @param credentialId what the device calls it; nobody else's passkey has the same
/// @param credential the attested credential data (WebAuthn, section 6.5.2), with the public key
/// @param signCount what the device counted at its last signature; 0 where it does not count
/// @param backupEligible whether it may be on more than one device
/// @param transports how browsers reach the device, in WebAuthn's words
public record Passkey(
        UUID organizationId,
        UUID id,
        UUID userId,
        String name,
        byte[] credentialId,
        byte[] credential,
        long signCount,
        boolean backupEligible,
        boolean backedUp,
        List<String> transports,
        Instant addedAt,
        Optional<Instant> usedAt) {
    public static final int NAME_LENGTH_MAX = 60;

    public Passkey {
        transports = List.copyOf(transports);
    }

    public static boolean isName(String name) {
        var stripped = name.strip();
        return !stripped.isEmpty()
                && stripped.length() <= NAME_LENGTH_MAX
                && stripped.chars().noneMatch(Character::isISOControl);
    }

    @Override
    public String toString() {
        return "Passkey[" + id + " of " + userId + "]";
    }
}
