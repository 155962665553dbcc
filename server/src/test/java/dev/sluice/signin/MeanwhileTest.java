package dev.sluice.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.dashboard.Authenticator;
import dev.sluice.dashboard.account.Phone;
import dev.sluice.mail.Mail;
import dev.sluice.merchant.Consent;
import dev.sluice.merchant.Entitlement;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.User;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Races between actions of a thief and the owner's countermeasures.
class MeanwhileTest {
    private static final String NEW = "a whole new password";
    private static final BiFunction<User, Passkey, Mail> LETTER = (user, _) -> Nodes.LETTER.apply(user);
    private static Nodes nodes;

    @BeforeAll
    static void open() {
        nodes = new Nodes();
    }

    @AfterAll
    static void close() {
        nodes.close();
    }

    private static void assertHas(User user, String password) {
        assertThat(nodes.users.authenticate(user.email(), password)).isPresent();
    }

    private static void assertNobodyIsIn(User user) {
        assertThat(nodes.other.sessions().of(user)).isEmpty();
    }

    @Test
    void a_change_that_proved_the_old_password_does_not_undo_a_reset() {
        var somebody = nodes.somebody();
        var attacker = nodes.visitor(somebody, false);
        nodes.beforeHashing(2, () -> nodes.reset(somebody.user(), NEW));
        assertThatThrownBy(() -> nodes.first
                        .links()
                        .change(attacker, somebody.password(), somebody.password(), Nodes.CLIENT, Nodes.LETTER))
                .isInstanceOf(SessionOver.class);
        assertHas(somebody.user(), NEW);
        assertThat(nodes.users.isPassword(somebody.user(), somebody.password())).isFalse();
        assertNobodyIsIn(somebody.user());
    }

    /// The session alone is no proof, since it may be replaced by a new one: the proved password is checked by
    /// itself.
    @Test
    void nor_does_it_where_the_session_stays() {
        var somebody = nodes.somebody();
        var attacker = nodes.visitor(somebody, false);
        nodes.beforeHashing(2, () -> nodes.users.setPassword(somebody.user(), NEW, _ -> {}));
        assertThatThrownBy(() -> nodes.first
                        .links()
                        .change(attacker, somebody.password(), somebody.password(), Nodes.CLIENT, Nodes.LETTER))
                .isInstanceOf(SessionOver.class);
        assertHas(somebody.user(), NEW);
    }

    @Test
    void who_is_signed_out_while_the_new_password_is_hashed_sets_none() {
        var somebody = nodes.somebody();
        var attacker = nodes.visitor(somebody, false);
        nodes.beforeHashing(2, () -> nodes.other.sessions().end(somebody.user(), attacker.sessionId()));
        assertThatThrownBy(() ->
                        nodes.first.links().change(attacker, somebody.password(), NEW, Nodes.CLIENT, Nodes.LETTER))
                .isInstanceOf(SessionOver.class);
        assertHas(somebody.user(), somebody.password());
        assertNobodyIsIn(somebody.user());
    }

    @Test
    void who_is_signed_out_turns_no_second_step_on() {
        var somebody = nodes.somebody();
        var attacker = nodes.visitor(somebody, false);
        var factors = nodes.first.factors();
        assertThat(factors.begin(attacker, somebody.password())).isEqualTo(new Attempt.Right<>(true));
        var secret = factors.enrolling(attacker).orElseThrow().text();
        nodes.other.sessions().end(somebody.user(), attacker.sessionId());
        assertThatThrownBy(() -> factors.confirm(attacker, Phone.code(secret, nodes.now()), Nodes.CLIENT, Nodes.LETTER))
                .isInstanceOf(SessionOver.class);
        assertThatThrownBy(() -> factors.begin(attacker, somebody.password())).isInstanceOf(SessionOver.class);
        assertThat(factors.isOn(somebody.user())).isFalse();
        assertThat(factors.enrolling(attacker).orElseThrow().text()).isEqualTo(secret);
        assertNobodyIsIn(somebody.user());
    }

    @Test
    void who_is_signed_out_turns_no_second_step_off_and_makes_no_recovery_codes() {
        var somebody = nodes.somebody();
        var codes = turnedOn(somebody).recoveryCodes();
        var attacker = nodes.visitor(somebody, true);
        nodes.other.sessions().end(somebody.user(), attacker.sessionId());
        var factors = nodes.first.factors();
        assertThatThrownBy(() -> factors.turnOff(attacker, somebody.password(), codes.getFirst(), Nodes.LETTER))
                .isInstanceOf(SessionOver.class);
        assertThatThrownBy(() -> factors.renewCodes(attacker, codes.getFirst(), Nodes.LETTER))
                .isInstanceOf(SessionOver.class);
        assertThat(factors.isOn(somebody.user())).isTrue();
        assertThat(factors.recoveryCodesLeft(somebody.user())).isEqualTo(SecondFactors.RECOVERY_CODES);
    }

    /// Turns on a user's second factor in a separate session.
    private static SecondFactors.Started turnedOn(User.WithPassword somebody) {
        var factors = nodes.other.factors();
        var visitor = nodes.visitor(somebody, false);
        factors.begin(visitor, somebody.password());
        var code = Phone.code(factors.enrolling(visitor).orElseThrow().text(), nodes.now());
        return switch (factors.confirm(visitor, code, Nodes.CLIENT, Nodes.LETTER)) {
            case Attempt.Right(var started) -> started;
            case Attempt.Wrong<SecondFactors.Started> _, Attempt.Later<SecondFactors.Started> _ ->
                throw new AssertionError("not turned on");
        };
    }

    @Test
    void a_first_second_step_begins_the_time_of_whom_one_person_let_in() {
        var alone = nodes.somebody();
        nodes.inTx(tx -> nodes.users.recordEntitlement(tx, alone.user(), Consent.ONE));
        nodes.execute("UPDATE merchant_user SET entitled_at = 'epoch'");
        turnedOn(alone);
        assertThat(entitled(alone)).isEqualTo(new Entitlement(nodes.now(), Consent.ONE));
        var agreed = nodes.somebody();
        nodes.inTx(tx -> nodes.users.recordEntitlement(tx, agreed.user(), Consent.TWO));
        nodes.execute("UPDATE merchant_user SET entitled_at = 'epoch'");
        turnedOn(agreed);
        assertThat(entitled(agreed)).isEqualTo(new Entitlement(Instant.EPOCH, Consent.TWO));
    }

    private static Entitlement entitled(User.WithPassword somebody) {
        return nodes.users.find(somebody.user().email()).orElseThrow().entitlement();
    }

    @Test
    void who_is_signed_out_adds_and_removes_no_passkey() {
        var somebody = nodes.somebody();
        var attacker = nodes.visitor(somebody, true);
        var late = ask(attacker, somebody.password());
        var stored = ask(attacker, somebody.password());
        var passkeys = nodes.first.passkeys();
        assertThat(passkeys.add(attacker, stored.cookie(), "Phone", created(stored), LETTER))
                .isEqualTo(Passkeys.Addition.DONE);
        nodes.other.sessions().end(somebody.user(), attacker.sessionId());
        assertThatThrownBy(() -> passkeys.add(attacker, late.cookie(), "Phone", created(late), LETTER))
                .isInstanceOf(SessionOver.class);
        var passkey = passkeys.of(somebody.user()).getFirst();
        assertThatThrownBy(() -> passkeys.remove(attacker, passkey, somebody.password(), LETTER))
                .isInstanceOf(SessionOver.class);
        assertThat(passkeys.of(somebody.user())).hasSize(1);
    }

    private static PasskeyAsk ask(Visitor visitor, String password) {
        return switch (nodes.first.passkeys().begin(visitor, password)) {
            case Attempt.Right(var ask) -> ask;
            case Attempt.Wrong<PasskeyAsk> _, Attempt.Later<PasskeyAsk> _ -> throw new AssertionError("not asked");
        };
    }

    /// Returns the answer of a new device.
    private static String created(PasskeyAsk ask) {
        var person = ask.user();
        assertThat(person).isNotNull();
        var options = "{\"challenge\": \"%s\", \"user\": {\"id\": \"%s\"}}";
        return new Authenticator("http://localhost")
                .create(options.formatted(encoded(ask.challenge()), encoded(person.handle())));
    }

    private static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    @Test
    void a_password_alone_opens_nothing_once_a_second_step_is_on() {
        var organization = nodes.organization();
        nodes.requireSecondFactor(organization);
        var somebody = nodes.somebody(organization, Role.OWNER);
        nodes.beforeAddress(() -> turnedOn(somebody));
        var entry = nodes.first.signIns().withPassword(somebody.user().email(), somebody.password(), Nodes.CLIENT, "");
        assertThat(entry)
                .isInstanceOfSatisfying(
                        Attempt.Right.class,
                        right -> assertThat(right.value()).isInstanceOf(SignIns.Entry.AwaitingSecondFactor.class));
        assertThat(nodes.other.sessions().of(somebody.user()))
                .as("the one in which it was turned on")
                .singleElement()
                .satisfies(session -> assertThat(session.strong()).isTrue());
    }

    @Test
    void a_reset_forgets_a_second_step_that_somebody_else_may_have_begun() {
        var somebody = nodes.somebody();
        var factors = nodes.first.factors();
        var attacker = nodes.visitor(somebody, false);
        factors.begin(attacker, somebody.password());
        nodes.reset(somebody.user(), NEW);
        assertThat(factors.enrolling(attacker)).isEmpty();
        var again = nodes.visitor(somebody, false);
        assertThat(factors.begin(again, NEW)).isEqualTo(new Attempt.Right<>(true));
        nodes.inTx(tx -> nodes.first.people().renewPassword(tx, somebody.user(), true, Nodes.LETTER));
        assertThat(factors.enrolling(again)).isEmpty();
    }

    @Test
    void so_does_a_change_of_the_password() {
        var somebody = nodes.somebody();
        var factors = nodes.first.factors();
        var owner = nodes.visitor(somebody, false);
        var attacker = nodes.visitor(somebody, false);
        factors.begin(attacker, somebody.password());
        assertThat(nodes.first.links().change(owner, somebody.password(), NEW, Nodes.CLIENT, Nodes.LETTER))
                .isInstanceOf(Attempt.Right.class);
        assertThat(nodes.count("SELECT count(*) FROM signin_totp WHERE user_id = '%s'"
                        .formatted(somebody.user().id())))
                .isZero();
    }

    /// Otherwise a user could scan a secret that a thief with the password has created and knows.
    @Test
    void nobody_is_shown_or_confirms_what_was_begun_in_another_session_or_long_ago() {
        var somebody = nodes.somebody();
        var factors = nodes.first.factors();
        var attacker = nodes.visitor(somebody, false);
        factors.begin(attacker, somebody.password());
        var secret = factors.enrolling(attacker).orElseThrow().text();
        var owner = nodes.visitor(somebody, false);
        assertThat(factors.enrolling(owner)).isEmpty();
        assertThat(factors.confirm(owner, Phone.code(secret, nodes.now()), Nodes.CLIENT, Nodes.LETTER))
                .isInstanceOf(Attempt.Wrong.class);
        nodes.execute("UPDATE signin_totp SET made_at = made_at - interval '15 minutes' WHERE user_id = '%s'"
                .formatted(somebody.user().id()));
        assertThat(factors.enrolling(attacker)).isEmpty();
        assertThat(factors.confirm(attacker, Phone.code(secret, nodes.now()), Nodes.CLIENT, Nodes.LETTER))
                .isInstanceOf(Attempt.Wrong.class);
        assertThat(factors.isOn(somebody.user())).isFalse();
    }

    @Test
    void access_is_taken_with_all_that_opens_it_or_not_at_all() {
        var somebody = nodes.somebody();
        nodes.visitor(somebody, true);
        var user = somebody.user();
        nodes.execute("ALTER TABLE signin_ticket RENAME TO away");
        try {
            assertThatThrownBy(() -> nodes.inTx(
                            tx -> nodes.first.people().removeAccess(tx, user.organizationId(), user.email())))
                    .isNotNull();
        } finally {
            nodes.execute("ALTER TABLE away RENAME TO signin_ticket");
        }
        assertHas(user, somebody.password());
        assertThat(nodes.other.sessions().of(user)).hasSize(1);
        nodes.inTx(tx -> nodes.first.people().removeAccess(tx, user.organizationId(), user.email()));
        assertThat(nodes.users.authenticate(user.email(), somebody.password())).isEmpty();
        assertNobodyIsIn(user);
    }

    @Test
    void whoever_operates_a_live_deployment_proves_more_than_a_password_whatever_an_organization_wants() {
        var organization = nodes.organization();
        for (var role : List.of(Role.OPERATOR, Role.OWNER)) {
            var somebody = nodes.somebody(organization, role);
            var token = nodes.live.sessions().open(somebody.user(), "127.0.0.1", "test", false);
            assertThat(nodes.live.sessions().visitor(token).orElseThrow().isProved())
                    .as("%s, live", role)
                    .isEqualTo(role == Role.OWNER);
            assertThat(nodes.other.sessions().visitor(token).orElseThrow().isProved())
                    .as("%s, in a sandbox", role)
                    .isTrue();
        }
    }

    @Test
    void an_operator_with_a_passkey_shows_it_after_the_password_in_live() {
        var somebody = nodes.somebody(nodes.organization(), Role.OPERATOR);
        var visitor = nodes.visitor(somebody, true);
        var ask = ask(visitor, somebody.password());
        nodes.first.passkeys().add(visitor, ask.cookie(), "Phone", created(ask), LETTER);
        assertThat(entry(nodes.live, somebody)).isInstanceOf(SignIns.Entry.AwaitingSecondFactor.class);
        assertThat(entry(nodes.other, somebody)).isInstanceOf(SignIns.Entry.SignedIn.class);
    }

    private static SignIns.Entry entry(SignInModule module, User.WithPassword somebody) {
        return switch (module.signIns().withPassword(somebody.user().email(), somebody.password(), Nodes.CLIENT, "")) {
            case Attempt.Right(var entry) -> entry;
            case Attempt.Wrong<SignIns.Entry> _, Attempt.Later<SignIns.Entry> _ -> throw new AssertionError("not in");
        };
    }
}
