package dev.sluice.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// A request on its way to being sent: all but its credentials.
///
/// @param query as it is sent, without the question mark
/// @param headers names and values, in which a name may be there twice
/// @param changes what was done to it since it was valid, empty where it still is
record Draft(Operation operation, String path, String query, List<Header> headers, byte[] body, List<String> changes) {
    Draft {
        headers = List.copyOf(headers);
        changes = List.copyOf(changes);
    }

    Draft path(String other, String change) {
        return new Draft(operation, other, query, headers, body, and(change));
    }

    Draft query(String other, String change) {
        return new Draft(operation, path, other, headers, body, and(change));
    }

    Draft headers(List<Header> others, String change) {
        return new Draft(operation, path, query, others, body, and(change));
    }

    Draft body(byte[] other, String change) {
        return new Draft(operation, path, query, headers, other, and(change));
    }

    boolean isValid() {
        return changes.isEmpty();
    }

    String target() {
        return query.isEmpty() ? path : path + "?" + query;
    }

    String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    private List<String> and(String change) {
        var all = new ArrayList<>(changes);
        all.add(change);
        return all;
    }

    /// One line of the head.
    record Header(String name, String value) {}
}
