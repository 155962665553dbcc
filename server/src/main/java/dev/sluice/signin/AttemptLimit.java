package dev.sluice.signin;

import dev.sluice.net.ClientNetwork;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/// Counter of attempts with exponential back-off: some attempts are free, then the wait doubles with each one, up to
/// a maximum. There is no lock-out, because a lock-out would let anyone block any account.
///
/// @param key identifies the counter, such as an address
/// @param free attempts that cost no wait
/// @param waitMax maximum wait
/// @param memory time without attempts that resets the counter
record AttemptLimit(String key, int free, Duration waitMax, Duration memory) {
    private static final Duration WAIT_FIRST = Duration.ofSeconds(1);
    private static final int DOUBLINGS_MAX = 20;

    /// Sign-ins from one network, which many people may share.
    static AttemptLimit ofNetwork(String address) {
        return new AttemptLimit(
                "place/" + ClientNetwork.of(address), 30, Duration.ofMinutes(1), Duration.ofMinutes(30));
    }

    /// Sign-ins to one account, existing or not. Known browsers of the account are counted separately, so that an
    /// attacker does not slow down the owner.
    static AttemptLimit account(String email, String device) {
        return new AttemptLimit("account/" + email + "/" + device, 5, Duration.ofMinutes(5), Duration.ofHours(24));
    }

    /// Password checks of a signed-in user.
    static AttemptLimit password(Object userId) {
        return new AttemptLimit("proof/" + userId, 5, Duration.ofMinutes(5), Duration.ofHours(24));
    }

    /// Right passwords in sign-ins to one account, because hashing a right password costs as much as a wrong one.
    /// No user signs in so often, and the wait is at most a minute.
    ///
    /// @param device as of [#account], so that an attacker who knows the password does not block the owner's
    ///     browsers
    static AttemptLimit correctPassword(String account, String device) {
        return correctPassword(account + "/" + device);
    }

    /// Right passwords of a signed-in user.
    static AttemptLimit correctPassword(UUID userId) {
        return correctPassword(userId.toString());
    }

    private static AttemptLimit correctPassword(String whose) {
        return new AttemptLimit("right/" + whose, 30, Duration.ofMinutes(1), Duration.ofMinutes(10));
    }

    /// Second-factor codes, and passkeys used instead, of a user during or after sign-in. They have their own
    /// counter, so that a right password does not reset wrong codes.
    static AttemptLimit code(Object userId) {
        return new AttemptLimit("code/" + userId, 5, Duration.ofMinutes(5), Duration.ofHours(24));
    }

    /// Signatures by one passkey, known or not.
    static AttemptLimit passkey(String key) {
        return new AttemptLimit("passkey/" + key, 5, Duration.ofMinutes(5), Duration.ofHours(24));
    }

    /// Password-reset mails to one account. The longest wait is half the lifetime of a link, so a user who is
    /// refused because of others' requests still has a link that is valid for that long.
    static AttemptLimit resetMails(String email) {
        var waitMax = Ticket.Kind.RESET.lifetime().dividedBy(2);
        return new AttemptLimit("letters/" + email, 3, waitMax, Duration.ofHours(24));
    }

    /// Invitations by one organization. Each one also reveals whether an address has an account.
    static AttemptLimit invitations(Object organizationId) {
        return new AttemptLimit("invitations/" + organizationId, 30, Duration.ofHours(1), Duration.ofHours(24));
    }

    /// Invitations to one address.
    static AttemptLimit invitation(String email) {
        return new AttemptLimit("invitation/" + email, 5, Duration.ofHours(1), Duration.ofHours(24));
    }

    /// Password-reset mails requested from one network.
    static AttemptLimit mailPlace(String address) {
        return new AttemptLimit(
                "letter-place/" + ClientNetwork.of(address), 20, Duration.ofMinutes(10), Duration.ofHours(1));
    }

    /// Returns the state after one more attempt.
    Tally after(Tally before, Instant now) {
        int failures = before.failedAt().plus(memory).isBefore(now) ? 1 : before.failures() + 1;
        int over = Math.min(failures - free, DOUBLINGS_MAX);
        var wait = over <= 0 ? Duration.ZERO : WAIT_FIRST.multipliedBy(1L << (over - 1));
        return new Tally(failures, now, now.plus(wait.compareTo(waitMax) < 0 ? wait : waitMax));
    }

    /// Number of attempts.
    ///
    /// @param freeAt time of the next permitted attempt
    record Tally(int failures, Instant failedAt, Instant freeAt) {}
}
