package dev.sluice.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.sluice.merchant.Organization;
import java.util.EnumSet;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Ids of API clients and keys. They identify creators of payouts and keys of rate limits.
final class ActorIdTest {
    private static final KeyMaker RANI = new KeyMaker(new UUID(0, 1), "Rani");

    private final AuthFixture fixture = new AuthFixture();
    private final Organization acme = fixture.organization("Acme");
    private final Organization other = fixture.organization("Other");

    @AfterEach
    void close() {
        fixture.close();
    }

    private ApiKey.WithToken key(Organization organization, UUID id) {
        return fixture.keys
                .create(organization.id(), id, "key", EnumSet.of(Scope.READ), Allowlist.ANY, RANI)
                .orElseThrow();
    }

    @Test
    void no_two_of_them_share_one() {
        var id = key(acme, fixture.clocks.newId()).key().id();
        assertThatIllegalStateException().isThrownBy(() -> key(other, id));
        assertThatIllegalStateException()
                .isThrownBy(() -> fixture.clients.create(acme.id(), id, "client", Scope.ALL, Allowlist.ANY, RANI));
        assertThat(fixture.keys.list(other.id())).isEmpty();
        assertThat(fixture.clients.list(acme.id())).isEmpty();
    }
}
