package dev.sluice.signin;

import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.UUID;

/// What attempts are counted by, and how patient we are with it: some are free, then each has to wait twice as long as
/// the one before, up to a longest wait. There is no lock-out, which anybody could bring on anybody.
///
/// @param key what is counted, such as an address
/// @param free attempts that cost no wait
/// @param waitMax the longest wait
/// @param memory after this long without an attempt, all is forgotten
record Bucket(String key, int free, Duration waitMax, Duration memory) {
    private static final Duration WAIT_FIRST = Duration.ofSeconds(1);
    private static final int DOUBLINGS_MAX = 20;
    private static final int NETWORK_BYTES = 8;

    /// Sign-ins from one place of the network, where many people may sit.
    static Bucket place(String address) {
        return new Bucket("place/" + network(address), 30, Duration.ofMinutes(1), Duration.ofMinutes(30));
    }

    /// Sign-ins to one account, whether it exists or not. Browsers in which its owner has signed in before are counted
    /// by themselves, so that nobody else keeps the owner waiting.
    static Bucket account(String email, String device) {
        return new Bucket("account/" + email + "/" + device, 5, Duration.ofMinutes(5), Duration.ofHours(24));
    }

    /// Passwords of somebody who is in.
    static Bucket password(Object userId) {
        return new Bucket("proof/" + userId, 5, Duration.ofMinutes(5), Duration.ofHours(24));
    }

    /// Right passwords of one account by which somebody signs in: looking at one costs the same, whatever it
    /// is. Nobody signs in so often, and who does waits no longer than a minute.
    ///
    /// @param device as of [#account]: whoever has somebody's password keeps them from no browser of theirs
    static Bucket right(String account, String device) {
        return right(account + "/" + device);
    }

    /// The same of who is in.
    static Bucket right(UUID userId) {
        return right(userId.toString());
    }

    private static Bucket right(String whose) {
        return new Bucket("right/" + whose, 30, Duration.ofMinutes(1), Duration.ofMinutes(10));
    }

    /// Codes of somebody who is half or wholly in, and passkeys in their place. They are counted by themselves:
    /// a right password forgets no wrong code.
    static Bucket code(Object userId) {
        return new Bucket("code/" + userId, 5, Duration.ofMinutes(5), Duration.ofHours(24));
    }

    /// Signatures by one passkey, whether it is known or not.
    static Bucket passkey(String key) {
        return new Bucket("passkey/" + key, 5, Duration.ofMinutes(5), Duration.ofHours(24));
    }

    /// Letters that one account asks for. Whoever asks in vain, since somebody else has asked too often,
    /// has a link by then that is good for half of its time yet.
    static Bucket letters(String email) {
        var waitMax = Ticket.Kind.RESET.lifetime().dividedBy(2);
        return new Bucket("letters/" + email, 3, waitMax, Duration.ofHours(24));
    }

    /// Invitations of one organization, and of whom it asks whether they are known.
    static Bucket invitations(Object organizationId) {
        return new Bucket("invitations/" + organizationId, 30, Duration.ofHours(1), Duration.ofHours(24));
    }

    /// Invitations of one person.
    static Bucket invitation(String email) {
        return new Bucket("invitation/" + email, 5, Duration.ofHours(1), Duration.ofHours(24));
    }

    /// Letters asked for from one place.
    static Bucket letterPlace(String address) {
        return new Bucket("letter-place/" + network(address), 20, Duration.ofMinutes(10), Duration.ofHours(1));
    }

    /// The state after one more attempt.
    Tally after(Tally before, Instant now) {
        int failures = before.failedAt().plus(memory).isBefore(now) ? 1 : before.failures() + 1;
        int over = Math.min(failures - free, DOUBLINGS_MAX);
        var wait = over <= 0 ? Duration.ZERO : WAIT_FIRST.multipliedBy(1L << (over - 1));
        return new Tally(failures, now, now.plus(wait.compareTo(waitMax) < 0 ? wait : waitMax));
    }

    /// Somebody has all addresses of an IPv6 network of 64 bits, and one of IPv4.
    private static String network(String address) {
        try {
            var bytes = InetAddress.ofLiteral(address).getAddress();
            return HexFormat.of().formatHex(bytes, 0, Math.min(bytes.length, NETWORK_BYTES));
        } catch (IllegalArgumentException name) {
            return address;
        }
    }

    /// How often it was tried.
    ///
    /// @param freeAt when it may be tried again
    record Tally(int failures, Instant failedAt, Instant freeAt) {}
}
