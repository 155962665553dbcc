package dev.sluice.http;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class RoutesAgainstContractTest {
    private static final Contract CONTRACT = Contract.of("""
            openapi: 3.1.0
            paths:
              /payee:
                get: {responses: {}}
                post: {responses: {}}
              /payee/{id}:
                parameters: []
                get: {responses: {}}
            """);

    private static Route route(Method method, String template) {
        return new Route(method, template, _ -> new Answer(200, Answer.JSON, new byte[0]));
    }

    @Test
    void the_same_routes_pass_whatever_their_parameters_are_called() {
        assertThatCode(() -> RoutesAgainstContract.assertSame(
                        List.of(
                                route(Method.GET, "/payee"),
                                route(Method.POST, "/payee"),
                                route(Method.GET, "/payee/{payeeId}"),
                                route(Method.GET, "/"),
                                route(Method.GET, "/docs/{file}"),
                                route(Method.GET, "/assets/{folder}/{file}")),
                        CONTRACT))
                .doesNotThrowAnyException();
    }

    @Test
    void a_route_that_the_contract_lacks_is_named() {
        assertThatThrownBy(() -> RoutesAgainstContract.assertSame(
                        List.of(
                                route(Method.GET, "/payee"),
                                route(Method.POST, "/payee"),
                                route(Method.GET, "/payee/{id}"),
                                route(Method.DELETE, "/payee/{id}")),
                        CONTRACT))
                .hasMessageContaining("DELETE /payee/{}");
    }

    @Test
    void an_operation_that_no_route_serves_is_named() {
        assertThatThrownBy(() -> RoutesAgainstContract.assertSame(
                        List.of(route(Method.GET, "/payee"), route(Method.GET, "/payee/{id}")), CONTRACT))
                .hasMessageContaining("POST /payee");
    }
}
