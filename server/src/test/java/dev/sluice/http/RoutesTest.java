package dev.sluice.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class RoutesTest {
    private static final Routes ROUTES = new Routes(List.of(
            route(Method.GET, "/"),
            route(Method.GET, "/payout/method"),
            route(Method.GET, "/payout/{id}"),
            route(Method.PATCH, "/payout/{payoutId}"),
            route(Method.PATCH, "/payout/{id}/cancel"),
            route(Method.POST, "/payout/bulk"),
            route(Method.GET, "/{any}/method/{x}"),
            route(Method.POST, "/{z}/method/{y}")));

    private static Route route(Method method, String template) {
        return new Route(method, template, _ -> new Answer(200, Answer.JSON, new byte[0]));
    }

    private static Map<String, String> parameters(Method method, String path) {
        var match = ROUTES.match(path).orElseThrow();
        var route = match.byMethod().get(method);
        return match.parameters(Objects.requireNonNull(route));
    }

    @Test
    void a_literal_wins_over_a_parameter() {
        assertThat(ROUTES.match("/payout/method").orElseThrow().allow()).isEqualTo("GET, HEAD");
        assertThat(parameters(Method.GET, "/payout/methods")).containsOnly(Map.entry("id", "methods"));
    }

    @Test
    void routes_of_one_path_may_name_its_parameter_differently() {
        assertThat(ROUTES.match("/payout/7").orElseThrow().allow()).isEqualTo("GET, PATCH, HEAD");
        assertThat(parameters(Method.PATCH, "/payout/7")).containsOnly(Map.entry("payoutId", "7"));
    }

    @Test
    void where_a_literal_leads_nowhere_the_parameter_is_tried() {
        assertThat(parameters(Method.GET, "/payout/method/7"))
                .containsOnly(Map.entry("any", "payout"), Map.entry("x", "7"));
        assertThat(parameters(Method.PATCH, "/payout/method/cancel")).containsOnly(Map.entry("id", "method"));
    }

    /// A reference may be any text.
    @Test
    void where_nothing_is_read_at_a_literal_the_parameter_is_read() {
        assertThat(parameters(Method.GET, "/payout/bulk")).containsOnly(Map.entry("id", "bulk"));
        assertThat(parameters(Method.POST, "/payout/bulk")).isEmpty();
        assertThat(ROUTES.match("/payout/bulk").orElseThrow().allow()).isEqualTo("GET, POST, HEAD");
    }

    @Test
    void parameters_are_told_from_left_to_right() {
        assertThat(parameters(Method.POST, "/payout/method/7").keySet()).containsExactly("z", "y");
    }

    @Test
    void the_root_is_a_path_and_emptiness_is_no_value() {
        assertThat(ROUTES.match("/")).isPresent();
        assertThat(ROUTES.match("//")).isEmpty();
        assertThat(ROUTES.match("/payout/")).isEmpty();
        assertThat(ROUTES.match("")).isEmpty();
        assertThat(ROUTES.match("*")).isEmpty();
        assertThat(ROUTES.match("payout/7")).isEmpty();
    }

    @Test
    void two_routes_of_one_method_and_path_are_a_mistake() {
        assertThatIllegalStateException()
                .isThrownBy(() -> new Routes(List.of(route(Method.GET, "/a/{b}"), route(Method.GET, "/a/{c}"))));
        assertThatIllegalArgumentException().isThrownBy(() -> route(Method.GET, "a"));
    }

    @Property
    void any_path_is_looked_up(@ForAll String path) {
        ROUTES.match(path);
        ROUTES.match("/" + path);
    }
}
