package dev.sluice.http;

import dev.sluice.refusal.Refused;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// One line of the routing table: a method, a path template (`/v1/recipient/{id}`) and what answers it.
///
/// @param isFeed whether the answer goes on: to be asked for begins it, so that it has no head alone
public record Route(Method method, String template, Handler handler, boolean isFeed) {
    public Route {
        if (!template.startsWith("/")) {
            throw new IllegalArgumentException("a template starts with a slash: " + template);
        }
    }

    public Route(Method method, String template, Handler handler) {
        this(method, template, handler, false);
    }

    /// The same route of a feed: HEAD is no method of it.
    public Route asFeed() {
        return new Route(method, template, handler, true);
    }

    /// The same route for a deprecated path: every answer, refusals included, tells since when it is deprecated
    /// (RFC 9745) and links to what takes its place.
    public Route deprecated(String since, String... successors) {
        var link = Stream.of(successors)
                .map(successor -> "<" + successor + ">; rel=\"successor-version\"")
                .collect(Collectors.joining(", "));
        Handler telling = request -> {
            try {
                return handler.handle(request).with("Deprecation", since).with("Link", link);
            } catch (Refused refused) {
                throw refused.withHeader("Deprecation", since).withHeader("Link", link);
            }
        };
        return new Route(method, template, telling, isFeed);
    }
}
