package dev.sluice.http;

import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Dispatches a request to its route and turns any exception into an error body. Internal details never reach the
/// client; the request id links the answer to the log.
public final class Dispatcher {
    private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);

    private static final int UNAVAILABLE = 503;

    private final Routes routes;
    private final Envelope envelope;
    private final MeterRegistry meters;
    private final Map<TimerKey, Timer> timers = new ConcurrentHashMap<>();

    public Dispatcher(Routes routes, Envelope envelope, MeterRegistry meters) {
        this.routes = routes;
        this.envelope = envelope;
        this.meters = meters;
    }

    /// Returns the answer to a request, or the error body for an exception.
    public Answer dispatch(Request request, boolean methodKnown) {
        long start = System.nanoTime();
        var match = routes.match(request.path());
        var route = match.filter(_ -> methodKnown)
                .map(found -> found.byMethod().get(request.method()))
                .orElse(null);
        Answer answer;
        if (route != null && request.isHead() && route.isFeed()) {
            answer = nowhere(request, match);
        } else if (route != null) {
            answer = run(
                    route.handler(), request.withParameters(match.orElseThrow().parameters(route)));
        } else {
            answer = routes.errorPage(Refusal.NOT_FOUND, request.path())
                    .filter(_ -> methodKnown && request.method() == Method.GET)
                    .map(page -> run(page, request))
                    .orElseGet(() -> nowhere(request, match));
        }
        record(route == null ? "(none)" : route.template(), request.method(), answer.status(), start);
        return answer;
    }

    private Answer nowhere(Request request, Optional<Routes.Match> match) {
        return match.isEmpty()
                ? envelope.error(request, Refusal.NOT_FOUND.refused())
                : envelope.error(request, Refusal.METHOD_NOT_ALLOWED.refused())
                        .with("Allow", match.get().allow());
    }

    /// Returns the answer to a request whose body exceeds the limit. The error page is only for signed-in users:
    /// others would be redirected to the sign-in page, which does not mention the body.
    public Answer tooLarge(Request request) {
        return routes.errorPage(Refusal.BODY_TOO_LARGE, request.path())
                .map(page -> run(page, request))
                .filter(answer -> answer.status() == Refusal.BODY_TOO_LARGE.status())
                .orElseGet(() -> refuse(request, Refusal.BODY_TOO_LARGE));
    }

    public Answer refuse(Request request, Refusal refusal) {
        return refuse(request, refusal.refused());
    }

    /// Returns the error body for a request that is refused before or while it is read.
    public Answer refuse(Request request, Refused refused) {
        var answer = envelope.error(request, refused);
        return refused.refusal().status() == UNAVAILABLE
                ? answer.with("Retry-After", Integer.toString(refused.refusal().retryAfterSeconds()))
                : answer;
    }

    private Answer run(Handler handler, Request request) {
        try {
            return handler.handle(request);
        } catch (Refused refused) {
            return refuse(request, refused);
        } catch (RuntimeException | StackOverflowError bug) {
            LOG.error("request {} {} {} failed", request.id(), request.method(), request.path(), bug);
            return envelope.error(request, Refusal.INTERNAL_ERROR.refused());
        }
    }

    private void record(String template, Method method, int status, long startNanos) {
        timers.computeIfAbsent(
                        new TimerKey(template, method.name(), status),
                        key -> Timer.builder("sluice.http.requests")
                                .description("Requests answered, by route and status")
                                .tag("route", key.template())
                                .tag("method", key.method())
                                .tag("status", Integer.toString(key.status()))
                                .publishPercentileHistogram(false)
                                .register(meters))
                .record(System.nanoTime() - startNanos, java.util.concurrent.TimeUnit.NANOSECONDS);
    }

    private record TimerKey(String template, String method, int status) {}
}
