package dev.sluice.http;

import dev.sluice.refusal.Refused;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// An entry of the routing table: method, path template (`/v1/recipient/{id}`) and handler.
///
/// @param isFeed true if the answer is a feed: a request starts it, so that HEAD is not offered
public record Route(Method method, String template, Handler handler, boolean isFeed) {
    public Route {
        if (!template.startsWith("/")) {
            throw new IllegalArgumentException("a template starts with a slash: " + template);
        }
    }

    public Route(Method method, String template, Handler handler) {
        this(method, template, handler, false);
    }

    /// Returns this route as a feed, without HEAD.
    public Route asFeed() {
        return new Route(method, template, handler, true);
    }

    /// Returns this route as a deprecated one: every answer, errors included, has the date of deprecation (RFC
    /// 9745) and links to the replacements.
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
