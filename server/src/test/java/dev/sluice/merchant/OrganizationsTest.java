package dev.sluice.merchant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.auth.AuthFixture;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class OrganizationsTest {
    private final AuthFixture fixture = new AuthFixture();

    @AfterAll
    void close() {
        fixture.close();
    }

    @Test
    void every_switch_is_kept() {
        var organization = fixture.organizations.create("Acme", Switches.live());
        for (var which : Switch.values()) {
            for (boolean state : new boolean[] {true, false}) {
                fixture.organizations.setSwitch(organization.id(), which, state);
                assertThat(fixture.organizations.switches(organization.id()).isOn(which))
                        .as(which.wire())
                        .isEqualTo(state);
            }
        }
    }

    @Test
    void a_pair_departs_from_the_general_switch_both_ways() {
        var organization = fixture.organizations.create("Acme", Switches.sandbox());
        fixture.organizations.setSwitch(organization.id(), Switches.Pair.parse("usdc/idr"), false);
        var open = fixture.organizations.switches(organization.id());
        assertThat(open.conversionEnabled("USDC", "IDR")).isFalse();
        assertThat(open.conversionEnabled("USDT", "IDR")).isTrue();

        fixture.organizations.setSwitch(organization.id(), Switch.CONVERSION, false);
        fixture.organizations.setSwitch(organization.id(), Switches.Pair.parse("USDC/IDR"), true);
        var closed = fixture.organizations.switches(organization.id());
        assertThat(closed.conversionEnabled("USDC", "IDR")).isTrue();
        assertThat(closed.conversionEnabled("USDT", "IDR")).isFalse();
    }

    @Test
    void payouts_are_signed_by_default_where_money_is_real() {
        assertThat(Switches.live().payoutSignatureRequired()).isTrue();
        assertThat(Switches.live().secondFactorRequired()).isTrue();
        assertThat(Switches.sandbox().payoutSignatureRequired()).isFalse();
    }

    @Test
    void a_logo_that_nothing_here_can_decode_is_refused() {
        var webp = fixture.organizations.create("WebP", Switches.live()).id();
        assertThatThrownBy(() -> fixture.organizations.brand(webp, Optional.of(new Logo("image/webp", new byte[] {1}))))
                .hasMessageContaining("merchant_logo_media_type_check");
        assertThat(fixture.organizations.get(webp).logo()).isNull();
    }

    @Test
    void an_unknown_organization_is_not_found() {
        assertThat(fixture.organizations.find(UUID.randomUUID())).isEmpty();
        assertThatThrownBy(() -> fixture.organizations.setSwitch(UUID.randomUUID(), Switch.CHECKOUT, true))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
