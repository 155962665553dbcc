package dev.sluice.merchant;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.db.TestDatabase;
import org.junit.jupiter.api.Test;

/// A database serves one environment for good.
final class DeploymentTest {
    @Test
    void the_first_start_decides_and_the_other_environment_is_refused() {
        try (var database = TestDatabase.create()) {
            Deployment.claim(database.database(), "sandbox");

            assertThatCode(() -> Deployment.claim(database.database(), "sandbox"))
                    .doesNotThrowAnyException();
            assertThatThrownBy(() -> Deployment.claim(database.database(), "live"))
                    .isInstanceOf(Deployment.Mismatch.class)
                    .hasMessageContaining("belongs to a sandbox deployment");
        }
    }
}
