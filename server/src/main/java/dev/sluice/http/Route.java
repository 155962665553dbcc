package dev.sluice.http;

/// One line of the routing table: a method, a path template (`/v1/recipient/{id}`) and what answers it.
public record Route(Method method, String template, Handler handler) {
    public Route {
        if (!template.startsWith("/")) {
            throw new IllegalArgumentException("a template starts with a slash: " + template);
        }
    }

    /// The same route for a deprecated path: every answer names that it is deprecated and since when (RFC 9745), and
    /// links to its successor.
    public Route deprecated(String since, String successor) {
        return new Route(
                method,
                template,
                request -> handler.handle(request)
                        .with("Deprecation", since)
                        .with("Link", "<" + successor + ">; rel=\"successor-version\""));
    }
}
