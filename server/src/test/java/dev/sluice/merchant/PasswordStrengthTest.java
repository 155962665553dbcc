package dev.sluice.merchant;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PasswordStrengthTest {
    private static final User AYU = new User(
            new UUID(0, 1),
            new UUID(0, 2),
            "ayu.lestari@kopinusantara.example",
            "Ayu Lestari",
            Role.OWNER,
            false,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            new Entitlement(Instant.EPOCH, Consent.ONE));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "123456789012",
                "passwordpassword",
                "password1234",
                "qwertyuiop123",
                "aaaaaaaaaaaaaaaa",
                "abcabcabcabcabc",
                "P@ssw0rd1234",
                "iloveyou2024",
                "sluicesluice1",
                "AyuLestari2024",
                "kopinusantara1",
                "lestariayu123"
            })
    void what_many_take_and_what_everybody_knows_is_easy(String password) {
        assertThat(PasswordStrength.isEasy(password, AYU)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a long walk to the market",
                "a whole new password",
                "kuda-baterai-jepit-benar",
                "xK9#mQ2$vL7@",
                "五月の雨を集めて早し最上川だ"
            })
    void what_is_long_or_unusual_is_not(String password) {
        assertThat(PasswordStrength.isEasy(password, AYU)).isFalse();
    }

    @Test
    void a_generated_one_is_not() {
        assertThat(PasswordStrength.isEasy(new Passwords(new SecureRandom()).generate(), AYU))
                .isFalse();
    }

    @Test
    void what_is_easy_for_one_is_not_for_another() {
        var other = new User(
                new UUID(0, 1),
                new UUID(0, 3),
                "made@nusapayments.example",
                "Made Wirawan",
                Role.OWNER,
                false,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                new Entitlement(Instant.EPOCH, Consent.ONE));
        assertThat(PasswordStrength.isEasy("kopinusantara1", other)).isFalse();
    }
}
