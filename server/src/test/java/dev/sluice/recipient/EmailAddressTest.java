package dev.sluice.recipient;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EmailAddressTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "a@b.co",
                "siti.rahayu+payouts@mail.example.com",
                "o'brien@example.ie",
                "用户@例子.广告",
                "x@xn--fsqu00a.xn--0zwm56d",
                "1@2.example"
            })
    void addresses_as_people_have_them_are_taken(String address) {
        assertThat(EmailAddress.isOne(address)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a",
                "a@",
                "@b.co",
                "a@b",
                "a@b.co.",
                "a@.b.co",
                "a@-b.co",
                "a@b-.co",
                "a..b@c.co",
                ".a@b.co",
                "a.@b.co",
                "a b@c.co",
                "a@b@c.co",
                "a@b.co\nBcc: x@y.zz",
                "<a@b.co>",
                "\"a b\"@c.co",
                "a@[127.0.0.1]"
            })
    void everything_else_is_not(String text) {
        assertThat(EmailAddress.isOne(text)).isFalse();
    }

    @Test
    void lengths_are_those_of_the_mail_protocol() {
        assertThat(EmailAddress.isOne("a".repeat(64) + "@example.com")).isTrue();
        assertThat(EmailAddress.isOne("a".repeat(65) + "@example.com")).isFalse();
        assertThat(EmailAddress.isOne("a@" + "b".repeat(63) + ".com")).isTrue();
        assertThat(EmailAddress.isOne("a@" + "b".repeat(64) + ".com")).isFalse();
        assertThat(EmailAddress.isOne("a@" + "b.".repeat(126) + "com")).isFalse();
    }

    @Test
    void a_long_text_is_decided_in_no_time() {
        assertThat(EmailAddress.isOne("a.".repeat(120) + "!")).isFalse();
        assertThat(EmailAddress.isOne("a@" + "b-".repeat(120))).isFalse();
    }
}
