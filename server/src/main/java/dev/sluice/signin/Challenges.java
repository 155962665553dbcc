package dev.sluice.signin;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.hash.Sha256;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;

/// What passkeys are asked to sign. A challenge is computed from what a cookie keeps, what it is for and whom it is
/// for, so that nothing is written down for who only asks. What is written down is that it was answered: once.
final class Challenges {
    /// How long a person may take.
    static final Duration LIFETIME = Duration.ofMinutes(5);

    /// By how much the clocks of two nodes may differ. What was answered is remembered until no node, whatever its
    /// clock says, takes an answer to it.
    static final Duration SKEW_MAX = Duration.ofHours(1);

    /// By how much the clock of whoever asked may be ahead of the one by which the answer is looked at.
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

    /// What an answer is for. One that was asked for one thing is no answer for another.
    enum Use {
        SIGN_IN,
        SECOND_STEP,
        ADDITION
    }

    /// A new challenge.
    ///
    /// @param cookie what the browser keeps
    record Issued(String cookie, byte[] challenge) {}

    /// @param subject whom it is for: a session or a ticket; empty where anybody
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

    /// The challenge that is being answered, if it is not too old and nobody answered it before. It is used up,
    /// whatever the answer is.
    Optional<byte[]> take(Use use, String subject, String cookie) {
        var now = clocks.realInstant();
        return expiry(cookie)
                .filter(at -> at.isAfter(now) && !at.isAfter(now.plus(LIFETIME).plus(AHEAD_MAX)))
                .flatMap(at -> {
                    var challenge = challenge(use, subject, cookie);
                    boolean first = database.inTx(tx -> ChallengeStore.insert(tx.handle(), Sha256.of(challenge), at));
                    return first ? Optional.of(challenge) : Optional.empty();
                });
    }

    void sweep(Instant now) {
        database.run(tx -> ChallengeStore.sweep(tx.handle(), now.minus(SKEW_MAX)));
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
