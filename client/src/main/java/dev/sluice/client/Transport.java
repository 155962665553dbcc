package dev.sluice.client;

import dev.sluice.client.model.ErrorCodes;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/// Sends requests, and sends them again where that is safe and may help.
final class Transport {
    static final String IDEMPOTENCY_KEY = "Idempotency-Key";
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVER_ERRORS = 500;
    private static final Set<Integer> GATEWAY_FAILURES = Set.of(502, 503, 504);
    /// Failures of the service that prove that nothing was done.
    private static final Set<String> WITHOUT_EFFECT = Set.of(ErrorCodes.RATE_UNAVAILABLE, ErrorCodes.RAIL_UNAVAILABLE);

    private final String base;
    private final Carrier carrier;
    private final RetryPolicy retries;
    private final InstantSource clock;
    private final RandomGenerator random;
    private final Pause pause;

    Transport(
            String base,
            Carrier carrier,
            RetryPolicy retries,
            InstantSource clock,
            RandomGenerator random,
            Pause pause) {
        this.base = base;
        this.carrier = carrier;
        this.retries = retries;
        this.clock = clock;
        this.random = random;
        this.pause = pause;
    }

    /// Waits between two attempts.
    interface Pause {
        void of(Duration time) throws InterruptedException;
    }

    /// A request before it is authenticated. The target is path and query as they are sent.
    record Outgoing(String method, String target, byte[] body, Map<String, String> headers) {
        @Nullable
        String idempotencyKey() {
            return headers.get(IDEMPOTENCY_KEY);
        }

        boolean isWrite() {
            return idempotencyKey() != null;
        }
    }

    /// Returns a successful answer, after as many attempts as needed.
    ///
    /// @throws SluiceException if the last attempt got another answer
    /// @throws NoAnswerException if it got none, or a write may have been done nevertheless
    HttpResponse<byte[]> send(Outgoing request) {
        boolean open = false;
        for (int attempt = 1; ; attempt++) {
            Duration wait;
            try {
                var answer = once(request);
                if (answer.statusCode() / 100 == 2) {
                    return answer;
                }
                var refusal = Refusals.of(answer, request.idempotencyKey(), clock.instant());
                open = mayBeDone(refusal) || (open && !refusal.isAnswerToTheKey());
                var last = open && request.isWrite() ? new NoAnswerException(refusal.answered(), null) : refusal;
                wait = pauseAfter(attempt, refusal).orElseThrow(() -> last);
            } catch (IOException lost) {
                open = true;
                if (attempt >= retries.attemptsMax() || lost instanceof SSLHandshakeException) {
                    throw noAnswer(request, lost);
                }
                wait = retries.pauseAfter(attempt, random);
            } catch (InterruptedException interrupted) {
                throw interrupted(request, interrupted);
            }
            pause(request, wait);
        }
    }

    /// Makes one attempt.
    HttpResponse<byte[]> once(Outgoing request) throws IOException, InterruptedException {
        return carrier.carry(request.method(), request.target(), request.body(), request.headers());
    }

    /// Empty where sending again does not help, or not soon.
    private Optional<Duration> pauseAfter(int attempt, SluiceException refusal) {
        if (attempt >= retries.attemptsMax() || !mayPass(refusal)) {
            return Optional.empty();
        }
        var asked = refusal.retryAfter();
        if (asked.isEmpty()) {
            return Optional.of(retries.pauseAfter(attempt, random));
        }
        return asked.filter(time -> time.compareTo(retries.retryAfterMax()) <= 0)
                .map(time -> retries.pauseAsAsked(time, random));
    }

    private static boolean mayPass(SluiceException refusal) {
        return refusal.status() == TOO_MANY_REQUESTS
                || GATEWAY_FAILURES.contains(refusal.status())
                || isAtWork(refusal);
    }

    /// Reports whether a request may have been done, or may still be. The service answers like this after a lost
    /// commit, and a gateway after a lost request. If a rate is unknown, or a rail is stopped, nothing was done.
    private static boolean mayBeDone(SluiceException refusal) {
        return isAtWork(refusal) || (refusal.status() >= SERVER_ERRORS && !WITHOUT_EFFECT.contains(refusal.code()));
    }

    /// Reports whether an earlier request under the same key is at work, such as an attempt with a lost answer.
    private static boolean isAtWork(SluiceException refusal) {
        return refusal.code().equals(ErrorCodes.IDEMPOTENCY_IN_PROGRESS);
    }

    private void pause(Outgoing request, Duration wait) {
        try {
            pause.of(wait);
        } catch (InterruptedException interrupted) {
            throw interrupted(request, interrupted);
        }
    }

    private NoAnswerException noAnswer(Outgoing request, IOException lost) {
        var reason = Optional.ofNullable(lost.getMessage()).orElseGet(lost::toString);
        return new NoAnswerException(
                request.method() + " " + base + request.target() + ": " + reason, request.idempotencyKey(), lost);
    }

    private static NoAnswerException interrupted(Outgoing request, InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        var cause = new InterruptedIOException("interrupted");
        cause.initCause(interrupted);
        return new NoAnswerException(
                request.method() + " " + request.target() + ": interrupted", request.idempotencyKey(), cause);
    }
}
