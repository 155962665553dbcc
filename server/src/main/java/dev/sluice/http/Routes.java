package dev.sluice.http;

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
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The routing table: a tree of path segments. A literal segment wins over a parameter, so that
/// `/v1/disbursement/fiat/payment-method` is not taken for an id.
public final class Routes {
    private final List<Route> all;
    private final List<Route> lost;
    private final Node root = new Node();

    public Routes(List<Route> routes) {
        this(routes, List.of());
    }

    /// @param lost what answers below the paths of its templates where nothing else does
    public Routes(List<Route> routes, List<Route> lost) {
        this.all = List.copyOf(routes);
        this.lost = List.copyOf(lost);
        routes.forEach(this::add);
    }

    public List<Route> all() {
        return all;
    }

    /// What a path leads to: its methods and the values of its parameters, or nothing where there is no such path.
    Optional<Match> match(String rawPath) {
        var values = new ArrayDeque<String>();
        var node = find(root, segments(rawPath), 0, values);
        return node == null ? Optional.empty() : Optional.of(new Match(node.byMethod, node.names, List.copyOf(values)));
    }

    /// What answers at a path that leads nowhere, if anything does.
    Optional<Route> lost(Method method, String rawPath) {
        return lost.stream()
                .filter(route -> route.method() == method && rawPath.startsWith(route.template() + "/"))
                .findFirst();
    }

    /// The routes at one path, the names that each gives the path's parameters, and the values of these from left to
    /// right.
    record Match(Map<Method, Route> byMethod, Map<Method, List<String>> names, List<String> values) {
        /// The values under the names that a route gives them, from left to right.
        Map<String, String> parameters(Route route) {
            var parameters = new LinkedHashMap<String, String>();
            var itsNames = names.getOrDefault(route.method(), List.of());
            for (int i = 0; i < itsNames.size(); i++) {
                parameters.put(itsNames.get(i), values.get(i));
            }
            return parameters;
        }

        /// The value of the `Allow` header.
        String allow() {
            Set<Method> methods = EnumSet.copyOf(byMethod.keySet());
            var names = methods.stream().map(Method::name).collect(Collectors.toCollection(ArrayList::new));
            if (methods.contains(Method.GET)) {
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

    private static @Nullable Node find(Node node, List<String> path, int depth, Deque<String> values) {
        if (depth == path.size()) {
            return node.byMethod.isEmpty() ? null : node;
        }
        var segment = path.get(depth);
        var literal = node.literals.get(segment);
        if (literal != null) {
            var found = find(literal, path, depth + 1, values);
            if (found != null) {
                return found;
            }
        }
        if (node.parameter == null || segment.isEmpty() || segment.chars().anyMatch(Character::isISOControl)) {
            return null;
        }
        values.addLast(segment);
        var found = find(node.parameter, path, depth + 1, values);
        if (found == null) {
            values.removeLast();
        }
        return found;
    }

    private static boolean isParameter(String segment) {
        return segment.startsWith("{");
    }

    /// The decoded segments of a path; none of a text that is no path, such as the `*` of `OPTIONS *`.
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
