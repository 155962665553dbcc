package dev.sluice.http;

import dev.sluice.refusal.Refused;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// One line of the routing table: a method, a path template (`/v1/recipient/{id}`) and what answers it.
public record Route(Method method, String template, Handler handler) {
    public Route {
        if (!template.startsWith("/")) {
            throw new IllegalArgumentException("a template starts with a slash: " + template);
        }
    }

    /// The same route for a deprecated path: every answer, refusals included, tells since when it is deprecated
    /// (RFC 9745) and links to what takes its place.
    public Route deprecated(String since, String... successors) {
        var link = Stream.of(successors)
                .map(successor -> "<" + successor + ">; rel=\"successor-version\"")
                .collect(Collectors.joining(", "));
        return new Route(method, template, request -> {
            try {
                return handler.handle(request).with("Deprecation", since).with("Link", link);
            } catch (Refused refused) {
                throw refused.withHeader("Deprecation", since).withHeader("Link", link);
            }
        });
    }
}
