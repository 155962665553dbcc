package dev.sluice.merchant;

import dev.sluice.refusal.Refusal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;

/// Argon2id hashes of passwords in the PHC string format, with the cost that OWASP recommends (19 MiB, two passes, one
/// lane). The hash contains its cost, so that it can be raised later. Only a few hashes are computed at once, and a
/// caller that waits too long is refused, so that a flood of sign-ins cannot exhaust the memory or the processors.
final class Passwords {
    static final int LENGTH_MIN = 12;
    static final int LENGTH_MAX = 200;

    private static final int AT_ONCE_MAX = 4;
    private static final Duration WAIT_MAX = Duration.ofSeconds(2);
    private static final Cost COST = new Cost(19 * 1024, 2);
    private static final int LANES = 1;
    private static final int SALT_BYTES = 16;
    private static final int HASH_BYTES = 32;
    private static final int GENERATED_BYTES = 18;
    private static final Pattern PHC =
            Pattern.compile("\\$argon2id\\$v=19\\$m=(\\d{1,8}),t=(\\d{1,3}),p=(\\d{1,2})\\$([^$]+)\\$([^$]+)");

    private final SecureRandom random;
    private final Cost cost;
    private final Semaphore turns;
    private final Duration waitMax;

    Passwords(SecureRandom random) {
        this(random, COST, new Semaphore(AT_ONCE_MAX, true), WAIT_MAX);
    }

    /// @param turns as many hashes are made at once
    Passwords(SecureRandom random, Cost cost, Semaphore turns, Duration waitMax) {
        this.random = random;
        this.cost = cost;
        this.turns = turns;
        this.waitMax = waitMax;
    }

    /// Cost of a new hash.
    record Cost(int memoryKib, int passes) {}

    String generate() {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes(GENERATED_BYTES));
    }

    String hash(String password) {
        if (password.length() < LENGTH_MIN || password.length() > LENGTH_MAX) {
            throw new IllegalArgumentException("a password has " + LENGTH_MIN + " to " + LENGTH_MAX + " characters");
        }
        var salt = bytes(SALT_BYTES);
        return written(salt, derive(password, salt, cost.memoryKib(), cost.passes(), LANES, HASH_BYTES));
    }

    /// A hash that no known password has; to compare with it takes as long as with any other.
    String nobodysHash() {
        return written(bytes(SALT_BYTES), bytes(HASH_BYTES));
    }

    private String written(byte[] salt, byte[] hash) {
        var base64 = Base64.getEncoder().withoutPadding();
        return "$argon2id$v=19$m=" + cost.memoryKib() + ",t=" + cost.passes() + ",p=" + LANES + "$"
                + base64.encodeToString(salt) + "$" + base64.encodeToString(hash);
    }

    /// Compares a password with a hash in constant time.
    boolean matches(String password, String phc) {
        var parts = PHC.matcher(phc);
        if (!parts.matches()) {
            throw new IllegalStateException("not an Argon2id hash");
        }
        var expected = Base64.getDecoder().decode(parts.group(5));
        var actual = derive(
                password,
                Base64.getDecoder().decode(parts.group(4)),
                Integer.parseInt(parts.group(1)),
                Integer.parseInt(parts.group(2)),
                Integer.parseInt(parts.group(3)),
                expected.length);
        return password.length() <= LENGTH_MAX && MessageDigest.isEqual(expected, actual);
    }

    private byte[] derive(String password, byte[] salt, int memoryKib, int passes, int lanes, int length) {
        awaitTurn();
        try {
            return argon2id(password, salt, memoryKib, passes, lanes, length);
        } finally {
            turns.release();
        }
    }

    private void awaitTurn() {
        try {
            if (!turns.tryAcquire(waitMax.toMillis(), TimeUnit.MILLISECONDS)) {
                throw Refusal.UNAVAILABLE.refused();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for a turn", interrupted);
        }
    }

    private static byte[] argon2id(String password, byte[] salt, int memoryKib, int passes, int lanes, int length) {
        var generator = new Argon2BytesGenerator();
        generator.init(new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
                .withVersion(Argon2Parameters.ARGON2_VERSION_13)
                .withMemoryAsKB(memoryKib)
                .withIterations(passes)
                .withParallelism(lanes)
                .withSalt(salt)
                .build());
        var hash = new byte[length];
        generator.generateBytes(password.getBytes(StandardCharsets.UTF_8), hash);
        return hash;
    }

    private byte[] bytes(int length) {
        var bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }
}
