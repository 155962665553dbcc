package dev.sluice.signin;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.text.Sha256;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;

/// Challenges that passkeys sign. A challenge is derived from a cookie, its use and its subject, so that an
/// unanswered one needs no row. A row records each answered challenge, which makes it single-use.
final class Challenges {
    /// Time that a person has to answer.
    static final Duration LIFETIME = Duration.ofMinutes(5);

    /// Maximum clock difference between two nodes. Used challenges are kept until no node, with any such clock,
    /// accepts them.
    static final Duration SKEW_MAX = Duration.ofHours(1);

    /// Maximum lead of the issuing node's clock over the verifying node's.
    private static final Duration AHEAD_MAX = Duration.ofMinutes(1);

    private static final int NONCE_BYTES = 16;
    private static final int LENGTH = NONCE_BYTES + Long.BYTES;
    private static final int TEXT_LENGTH_MAX = 64;

    private final Database database;
    private final Clocks clocks;
    private final Macs macs;
    private final SecureRandom random;

    Challenges(Database database, Clocks clocks, Macs macs, SecureRandom random) {
        this.database = database;
        this.clocks = clocks;
        this.macs = macs;
        this.random = random;
    }

    /// Purpose of a challenge. An answer is valid only for the purpose that its challenge was issued for.
    enum Use {
        SIGN_IN,
        SECOND_STEP,
        ADDITION
    }

    /// A new challenge.
    ///
    /// @param cookie value for the browser to store
    record Issued(String cookie, byte[] challenge) {}

    /// @param subject id of a session or a ticket; empty if anybody may answer
    Issued issue(Use use, String subject) {
        var nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        var cookie = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(ByteBuffer.allocate(LENGTH)
                        .put(nonce)
                        .putLong(clocks.realInstant().plus(LIFETIME).toEpochMilli())
                        .array());
        return new Issued(cookie, challenge(use, subject, cookie));
    }

    /// Returns the challenge of a cookie and marks it as used, unless it has expired or was used before. It stays
    /// used if the answer turns out to be wrong.
    Optional<byte[]> consume(Use use, String subject, String cookie) {
        var now = clocks.realInstant();
        return expiry(cookie)
                .filter(at -> at.isAfter(now) && !at.isAfter(now.plus(LIFETIME).plus(AHEAD_MAX)))
                .flatMap(at -> {
                    var challenge = challenge(use, subject, cookie);
                    boolean first = database.inTx(tx -> ChallengeStore.insert(tx.handle(), Sha256.of(challenge), at));
                    return first ? Optional.of(challenge) : Optional.empty();
                });
    }

    void deleteExpired(Instant now) {
        database.run(tx -> ChallengeStore.deleteExpired(tx.handle(), now.minus(SKEW_MAX)));
    }

    private byte[] challenge(Use use, String subject, String cookie) {
        return Base64.getUrlDecoder().decode(macs.of(use + "/" + subject + "/" + cookie));
    }

    private static Optional<Instant> expiry(String cookie) {
        if (cookie.length() > TEXT_LENGTH_MAX) {
            return Optional.empty();
        }
        try {
            var bytes = Base64.getUrlDecoder().decode(cookie);
            return bytes.length == LENGTH
                    ? Optional.of(Instant.ofEpochMilli(ByteBuffer.wrap(bytes).getLong(NONCE_BYTES)))
                    : Optional.empty();
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }
}
