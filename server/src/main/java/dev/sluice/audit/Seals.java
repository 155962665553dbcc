package dev.sluice.audit;

import dev.sluice.audit.HeadStore.Head;
import dev.sluice.audit.HeadStore.State;
import dev.sluice.vault.Hmac;
import dev.sluice.vault.Vault;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Seals heads of chains by HMAC-SHA256: each by itself, and all together in the register. To replay an old head, an
/// attacker also needs the register of that time, which matches only the heads of all chains at that time.
final class Seals {
    private final Hmac heads;
    private final Hmac register;

    Seals(Vault vault) {
        this.heads = new Hmac(vault.key("audit/head"));
        this.register = new Hmac(vault.key("audit/register"));
    }

    byte[] of(UUID organizationId, long position, byte[] hash) {
        return heads.of(bytes(out -> write(out, organizationId, position, hash)));
    }

    boolean isValid(Head head) {
        return isSame(of(head.organizationId(), head.position(), head.hash()), head.seal());
    }

    /// @param all all heads, in any order
    byte[] of(Instant since, List<Head> all) {
        return register.of(bytes(out -> {
            out.writeLong(since.getEpochSecond());
            out.writeInt(since.getNano());
            out.writeInt(all.size());
            for (var head : all.stream()
                    .sorted(Comparator.comparing(Head::organizationId))
                    .toList()) {
                write(out, head.organizationId(), head.position(), head.hash());
            }
        }));
    }

    /// Returns true if the register exists and its seal matches the heads.
    boolean isValid(State state) {
        return state.since()
                .filter(since -> isSame(of(since, state.heads()), state.seal()))
                .isPresent();
    }

    private static boolean isSame(byte[] expected, byte @Nullable [] given) {
        return given != null && MessageDigest.isEqual(expected, given);
    }

    private static void write(DataOutputStream out, UUID organizationId, long position, byte[] hash)
            throws IOException {
        out.writeLong(organizationId.getMostSignificantBits());
        out.writeLong(organizationId.getLeastSignificantBits());
        out.writeLong(position);
        out.write(hash);
    }

    /// Writes fields to a stream.
    @FunctionalInterface
    private interface Writing {
        void to(DataOutputStream out) throws IOException;
    }

    private static byte[] bytes(Writing writing) {
        var bytes = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(bytes)) {
            writing.to(out);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }
}
