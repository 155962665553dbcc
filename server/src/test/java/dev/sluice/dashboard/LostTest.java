package dev.sluice.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.TestClient;
import dev.sluice.merchant.Role;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Addresses where nothing is.
class LostTest extends DashboardTest {
    @ParameterizedTest
    @ValueSource(strings = {"/dashboard/nonsense", "/dashboard/operator/nope", "/dashboard/payouts/1/2/3/4"})
    void people_are_told_on_a_page(String path) {
        var answer = person(Role.OWNER).get(path);
        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body()).contains("<html", "There is nothing here");
    }

    @Test
    void who_has_not_signed_in_is_asked_to() {
        try (var nobody = TestClient.anonymous(service.baseUrl())) {
            assertThat(nobody.get("/dashboard/nonsense").expect(303).header("Location"))
                    .startsWith("/dashboard/sign-in");
        }
    }

    @Test
    void programs_are_told_as_ever() {
        try (var nobody = TestClient.anonymous(service.baseUrl())) {
            assertThat(nobody.post("/dashboard/nonsense", "{}").expect(404).code()).isEqualTo("NOT_FOUND");
            assertThat(nobody.get("/v1/nonsense").expect(404).code()).isEqualTo("NOT_FOUND");
        }
    }
}
