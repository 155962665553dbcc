package dev.sluice.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.merchant.Role;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Addresses where nothing is.
class LostTest extends DashboardTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/dashboard/nonsense",
                "/dashboard/operator/nope",
                "/dashboard/payouts/1/2/3/4",
                "/dashboard/approvals/reject"
            })
    void people_are_told_on_a_page(String path) {
        var answer = person(Role.OWNER).get(path);
        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body()).contains("<html", "There is nothing here");
    }

    @Test
    void who_has_not_signed_in_is_asked_to() throws Exception {
        var answer = asked("GET", "/dashboard/nonsense");
        assertThat(answer.statusCode()).isEqualTo(303);
        assertThat(answer.headers().firstValue("Location")).hasValue("/dashboard/sign-in?to=%2Fdashboard%2Fnonsense");
    }

    @Test
    void programs_are_told_as_ever() throws Exception {
        assertThat(asked("POST", "/dashboard/nonsense").body()).contains("\"statusCode\":404");
        assertThat(asked("GET", "/v1/nonsense").body()).contains("\"statusCode\":404");
    }

    private HttpResponse<String> asked(String method, String path) throws Exception {
        try (var http = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(service.baseUrl().resolve(path))
                    .method(method, BodyPublishers.noBody())
                    .build();
            return http.send(request, BodyHandlers.ofString());
        }
    }
}
