package dev.sluice.merchant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.auth.AuthFixture;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class UsersTest {
    private final AuthFixture fixture = new AuthFixture();
    private final Organization organization = fixture.organization("Acme");

    @AfterAll
    void close() {
        fixture.close();
    }

    @Test
    void a_user_logs_in_with_the_generated_password_in_any_case_of_the_address() {
        var created = fixture.users.create(organization.id(), "Ann@Example.com", "Ann", Role.OWNER);
        assertThat(fixture.users.authenticate("ann@EXAMPLE.com", created.password()))
                .contains(created.user());
        assertThat(fixture.users.authenticate("ann@example.com", created.password() + "x"))
                .isEmpty();
        assertThat(fixture.users.authenticate("nobody@example.com", created.password()))
                .isEmpty();
        assertThat(created.toString()).doesNotContain(created.password());
    }

    /// The comparison takes a while, and another password may be set in that time.
    @Test
    void a_password_that_is_another_one_by_now_leads_nowhere() {
        var created = fixture.users.create(organization.id(), "gil@example.com", "Gil", Role.OWNER);
        var proof = fixture.users
                .verifyPassword("gil@example.com", created.password())
                .orElseThrow();
        assertThat(isStill(proof)).isTrue();
        assertThat(proof.toString()).doesNotContain(proof.hash());
        fixture.users.setPassword(created.user(), "a whole new password", _ -> {});
        assertThat(isStill(proof)).isFalse();
    }

    private boolean isStill(Users.Proof proof) {
        return fixture.database.database().inTx(tx -> fixture.users.isStill(tx, proof));
    }

    @Test
    void a_name_shows_all_that_it_has() {
        var unseen = List.of(
                "",
                " ",
                "\u3164",
                "Rani\u202Etoor",
                "Ra\u200Bni",
                "Ra\u200Dni",
                "Rani\u2066",
                "Rani\u00AD",
                "\uFEFFRani",
                "Rani\u0007",
                "Rani\u2028",
                "Rani\u115F",
                "Rani\uD83D",
                "Ra\u200Cni",
                "Rani\uFE0F",
                "Rani\uDB40\uDD00",
                "Rani\u180B",
                "Rani\u2065",
                "عمر\u200C",
                "Rani\uDB40\uDC41");
        assertThat(unseen).noneMatch(Users::isName);
        assertThatThrownBy(
                        () -> fixture.users.create(organization.id(), "unseen@example.com", "Ra\u200Bni", Role.VIEWER))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("none of them invisible");
        assertThat(fixture.users.find("unseen@example.com")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Rani",
                "O'Brien-Łukasz",
                "Siti binti Aminah",
                "王小明",
                "عمر",
                "สมชาย",
                "नरेन्द्र",
                "Zoë",
                "Ann 😀",
                "علی\u200Cرضا",
                "रक्\u200Dषा"
            })
    void names_of_every_script_are_names(String name) {
        assertThat(Users.isName(name)).isTrue();
    }

    @Test
    void a_disabled_user_does_not_log_in() {
        var created = fixture.users.create(organization.id(), "ben@example.com", "Ben", Role.OPERATOR);
        fixture.users.disable(organization.id(), "ben@example.com");
        fixture.users.disable(organization.id(), "ben@example.com");
        assertThat(fixture.users.authenticate("ben@example.com", created.password()))
                .isEmpty();
    }

    /// Others may read a printed password.
    @Test
    void a_first_password_lapses_and_ends_once_another_is_set() {
        var created = fixture.users.createWithFirstPassword(organization.id(), "fay@example.com", "Fay", Role.OWNER);
        var until = created.user().firstPasswordUntil().orElseThrow();
        assertThat(until)
                .isBetween(
                        fixture.clocks
                                .realInstant()
                                .plus(Users.FIRST_PASSWORD_LIFE)
                                .minusSeconds(60),
                        fixture.clocks.realInstant().plus(Users.FIRST_PASSWORD_LIFE));
        assertThat(fixture.users.authenticate("fay@example.com", created.password()))
                .contains(created.user());
        lapse("fay@example.com");
        assertThat(fixture.users.authenticate("fay@example.com", created.password()))
                .isEmpty();
        var user = fixture.users.find("fay@example.com").orElseThrow();
        fixture.users.setPassword(user, "a whole new password", _ -> {});
        var after = fixture.users.authenticate("fay@example.com", "a whole new password");
        assertThat(after.orElseThrow().firstPasswordUntil()).isEmpty();
        assertThat(fixture.users.authenticate("fay@example.com", created.password()))
                .isEmpty();
    }

    private void lapse(String email) {
        fixture.database
                .database()
                .run(tx -> tx.handle()
                        .createUpdate("UPDATE merchant_user SET first_password_until = now() WHERE email = :email")
                        .bind("email", email)
                        .execute());
    }

    @Test
    void an_address_belongs_to_one_person_of_the_whole_deployment() {
        fixture.users.create(organization.id(), "cy@example.com", "Cy", Role.OWNER);
        var other = fixture.organization("Other");
        assertThatThrownBy(() -> fixture.users.create(other.id(), "CY@example.com", "Cy", Role.OWNER))
                .hasMessage("cy@example.com is taken");
        assertThat(fixture.users.list(other.id())).isEmpty();
    }

    @Test
    void passwords_are_kept_as_argon2id() {
        fixture.users.create(organization.id(), "di@example.com", "Di", Role.OWNER);
        var hashes = fixture.database
                .database()
                .read(handle -> handle.createQuery("SELECT password_hash FROM merchant_user")
                        .mapTo(String.class)
                        .list());
        assertThat(hashes).isNotEmpty().allMatch(hash -> hash.startsWith("$argon2id$v=19$m=19456,t=2,p=1$"));
    }
}
