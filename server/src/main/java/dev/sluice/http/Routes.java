package dev.sluice.http;

import dev.sluice.refusal.Refusal;
import dev.sluice.text.OutsideText;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The routing table: a tree of path segments. A literal segment wins over a parameter, so that
/// `/v1/disbursement/fiat/payment-method` is not read as an id. If the literal node has no GET, the parameter's GET
/// applies: a reference may be any text, even `bulk`, which is also the path for posting bulks.
public final class Routes {
    private final List<Route> all;
    private final List<ErrorPages> errorPages;
    private final Node root = new Node();

    public Routes(List<Route> routes) {
        this(routes, List.of());
    }

    /// @param errorPages HTML pages for paths without a matching route
    public Routes(List<Route> routes, List<ErrorPages> errorPages) {
        this.all = List.copyOf(routes);
        this.errorPages = List.copyOf(errorPages);
        routes.forEach(this::add);
    }

    public List<Route> all() {
        return all;
    }

    /// Returns the routes and parameter values of a path; empty if no route has this path.
    Optional<Match> match(String rawPath) {
        var path = segments(rawPath);
        var first = match(path, node -> !node.byMethod.isEmpty());
        return first.map(match -> match.byMethod().containsKey(Method.GET)
                ? match
                : match(path, node -> node.byMethod.containsKey(Method.GET))
                        .map(match::reading)
                        .orElse(match));
    }

    private Optional<Match> match(List<String> path, Predicate<Node> wanted) {
        var values = new ArrayDeque<String>();
        var node = find(root, path, 0, values, wanted);
        return node == null ? Optional.empty() : Optional.of(Match.of(node, List.copyOf(values)));
    }

    /// Returns the error page for a path, if it has one.
    Optional<Handler> errorPage(Refusal refusal, String rawPath) {
        return errorPages.stream()
                .flatMap(each -> each.of(refusal, rawPath).stream())
                .findFirst();
    }

    /// The routes of one path and, by method, its parameter values under the names that the route uses, from left
    /// to right.
    record Match(Map<Method, Route> byMethod, Map<Method, Map<String, String>> parameters) {
        private static Match of(Node node, List<String> values) {
            var parameters = new EnumMap<Method, Map<String, String>>(Method.class);
            node.names.forEach((method, names) -> {
                var named = new LinkedHashMap<String, String>();
                for (int i = 0; i < names.size(); i++) {
                    named.put(names.get(i), values.get(i));
                }
                parameters.put(method, named);
            });
            return new Match(node.byMethod, parameters);
        }

        /// Returns a copy with the GET route of another match.
        private Match reading(Match other) {
            var routes = new EnumMap<>(byMethod);
            var named = new EnumMap<>(parameters);
            routes.put(Method.GET, Objects.requireNonNull(other.byMethod.get(Method.GET)));
            named.put(Method.GET, other.parameters.getOrDefault(Method.GET, Map.of()));
            return new Match(routes, named);
        }

        /// Returns the parameter values under the names of a route, from left to right.
        Map<String, String> parameters(Route route) {
            return parameters.getOrDefault(route.method(), Map.of());
        }

        /// Returns the value of the `Allow` header.
        String allow() {
            Set<Method> methods = EnumSet.copyOf(byMethod.keySet());
            var names = methods.stream().map(Method::name).collect(Collectors.toCollection(ArrayList::new));
            var read = byMethod.get(Method.GET);
            if (read != null && !read.isFeed()) {
                names.add("HEAD");
            }
            return String.join(", ", names);
        }
    }

    private void add(Route route) {
        var node = root;
        var names = new ArrayList<String>();
        for (var segment : segments(route.template())) {
            if (isParameter(segment)) {
                names.add(segment.substring(1, segment.length() - 1));
                node = node.parameter();
            } else {
                node = node.literals.computeIfAbsent(segment, _ -> new Node());
            }
        }
        node.names.put(route.method(), List.copyOf(names));
        if (node.byMethod.put(route.method(), route) != null) {
            throw new IllegalStateException("two routes for " + route.method() + " " + route.template());
        }
    }

    private static @Nullable Node find(
            Node node, List<String> path, int depth, Deque<String> values, Predicate<Node> wanted) {
        if (depth == path.size()) {
            return wanted.test(node) ? node : null;
        }
        var segment = path.get(depth);
        var literal = node.literals.get(segment);
        if (literal != null) {
            var child = find(literal, path, depth + 1, values, wanted);
            if (child != null) {
                return child;
            }
        }
        if (node.parameter == null || segment.isEmpty() || segment.chars().anyMatch(Character::isISOControl)) {
            return null;
        }
        values.addLast(OutsideText.normalized(segment));
        var child = find(node.parameter, path, depth + 1, values, wanted);
        if (child == null) {
            values.removeLast();
        }
        return child;
    }

    private static boolean isParameter(String segment) {
        return segment.startsWith("{");
    }

    /// Returns the decoded segments of a path; none for a text that is no path, such as the `*` of `OPTIONS *`.
    private static List<String> segments(String path) {
        if (!path.startsWith("/")) {
            return List.of();
        }
        var segments = new ArrayList<String>();
        int from = 1;
        for (int slash = path.indexOf('/', from); slash >= 0; slash = path.indexOf('/', from)) {
            segments.add(decode(path.substring(from, slash)));
            from = slash + 1;
        }
        segments.add(decode(path.substring(from)));
        return segments;
    }

    private static String decode(String segment) {
        if (segment.indexOf('%') < 0) {
            return segment;
        }
        try {
            return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            return segment;
        }
    }

    private static final class Node {
        final Map<String, Node> literals = new HashMap<>();
        final Map<Method, Route> byMethod = new EnumMap<>(Method.class);
        final Map<Method, List<String>> names = new EnumMap<>(Method.class);

        @Nullable
        Node parameter;

        Node parameter() {
            if (parameter == null) {
                parameter = new Node();
            }
            return parameter;
        }
    }
}
