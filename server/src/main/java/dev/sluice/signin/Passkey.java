package dev.sluice.signin;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Public half of a key that a person's device holds. Times are real ones.
///
/// @param name label chosen by the person
/// @param credentialId id chosen by the device, unique among all passkeys
/// @param credential the attested credential data (WebAuthn, section 6.5.2), with the public key
/// @param signCount the device's counter at its last signature; 0 if it does not count
/// @param backupEligible true if the key may be on more than one device
/// @param transports how browsers reach the device, in WebAuthn's terms
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
