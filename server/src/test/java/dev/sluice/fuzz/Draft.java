package dev.sluice.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// A request before it is sent: everything but its credentials.
///
/// @param query the query as sent, without the question mark
/// @param headers names and values; a name may occur twice
/// @param changes mutations of the valid request; empty if it is still valid
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

    /// One header line.
    record Header(String name, String value) {}
}
