package dev.sluice.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/// Compares the routes of the service with the operations of the contract.
public final class RoutesAgainstContract {
    /// HTML pages and their assets; they are not part of the API.
    private static final List<String> EXEMPT = List.of("/docs/", "/assets/", "/dashboard");

    private RoutesAgainstContract() {}

    /// @throws AssertionError with every route that is missing on either side
    public static void assertSame(Collection<Route> routes, Contract contract) {
        var served = new TreeSet<String>();
        routes.stream()
                .filter(route -> !exempt(route.template()))
                .forEach(route -> served.add(nameless(route.method() + " " + route.template())));
        var described = new TreeSet<String>();
        contract.operations().forEach(operation -> described.add(nameless(operation)));

        var undescribed = new TreeSet<>(served);
        undescribed.removeAll(described);
        assertThat(undescribed)
                .as("routes that api/openapi.yaml does not describe")
                .isEmpty();
        var unserved = new TreeSet<>(described);
        unserved.removeAll(served);
        assertThat(unserved)
                .as("operations of api/openapi.yaml that no route serves")
                .isEmpty();
    }

    private static boolean exempt(String template) {
        return template.equals("/") || EXEMPT.stream().anyMatch(template::startsWith);
    }

    /// Removes the names of parameters, because they may differ.
    private static String nameless(String operation) {
        return operation.replaceAll("\\{[^}]*}", "{}");
    }
}
