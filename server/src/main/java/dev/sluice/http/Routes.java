package dev.sluice.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The routing table: a tree of path segments. A literal segment wins over a parameter, so that
/// `/v1/disbursement/fiat/payment-method` is not taken for an id.
public final class Routes {
    private final List<Route> all;
    private final Node root = new Node();

    public Routes(List<Route> routes) {
        this.all = List.copyOf(routes);
        routes.forEach(this::add);
    }

    public List<Route> all() {
        return all;
    }

    /// What a path leads to: its methods and the values of its parameters, or nothing where there is no such path.
    Optional<Match> match(String rawPath) {
        var parameters = new HashMap<String, String>();
        var node = find(root, segments(rawPath), 0, parameters);
        return node == null ? Optional.empty() : Optional.of(new Match(node.byMethod, parameters));
    }

    /// The routes at one path, with the parameters of the path that led there.
    record Match(Map<Method, Route> byMethod, Map<String, String> parameters) {
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
        for (var segment : segments(route.template())) {
            if (segment.startsWith("{")) {
                var name = segment.substring(1, segment.length() - 1);
                node = node.parameters.computeIfAbsent(name, _ -> new Node());
            } else {
                node = node.literals.computeIfAbsent(segment, _ -> new Node());
            }
        }
        if (node.byMethod.put(route.method(), route) != null) {
            throw new IllegalStateException("two routes for " + route.method() + " " + route.template());
        }
    }

    @org.jspecify.annotations.Nullable
    private static Node find(Node node, List<String> path, int depth, Map<String, String> parameters) {
        if (depth == path.size()) {
            return node.byMethod.isEmpty() ? null : node;
        }
        var segment = path.get(depth);
        var literal = node.literals.get(segment);
        if (literal != null) {
            var found = find(literal, path, depth + 1, parameters);
            if (found != null) {
                return found;
            }
        }
        for (var branch : node.parameters.entrySet()) {
            var found = segment.isEmpty() ? null : find(branch.getValue(), path, depth + 1, parameters);
            if (found != null) {
                parameters.put(branch.getKey(), decode(segment));
                return found;
            }
        }
        return null;
    }

    private static List<String> segments(String path) {
        return List.of(path.substring(1).split("/", -1));
    }

    private static String decode(String segment) {
        try {
            return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            return segment;
        }
    }

    private static final class Node {
        final Map<String, Node> literals = new HashMap<>();
        final Map<String, Node> parameters = new HashMap<>();
        final Map<Method, Route> byMethod = new HashMap<>();
    }
}
