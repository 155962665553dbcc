package dev.sluice.signin;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import org.junit.jupiter.api.Test;

/// Device cookies of browsers after a sign-in.
class DevicesTest {
    private final Devices devices = new Devices(new Macs(new byte[32]), new SecureRandom());

    @Test
    void a_browser_is_known_to_the_account_that_it_was_signed_in_to_and_to_no_other() {
        var stored = devices.remember("rani@example.com");
        assertThat(devices.known("rani@example.com", stored)).isEqualTo(stored.substring(0, stored.indexOf('.')));
        assertThat(devices.known("ayu@example.com", stored)).isEmpty();
        assertThat(devices.known("rani@example.com", stored + "x")).isEmpty();
        assertThat(devices.known("rani@example.com", "")).isEmpty();
    }

    /// Otherwise an account with a slash in its address could forge the cookie of another account.
    @Test
    void what_is_kept_for_one_address_is_none_of_what_stands_behind_a_slash_of_it() {
        var stored = devices.remember("x/rani@example.com");
        int dot = stored.indexOf('.');
        var forged = stored.substring(0, dot) + "/x" + stored.substring(dot);
        assertThat(devices.known("rani@example.com", forged)).isEmpty();
        assertThat(devices.known("x/rani@example.com", stored)).isNotEmpty();
    }
}
