package dev.sluice.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.dashboard.account.Phone;
import dev.sluice.merchant.User;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Wrong codes by a person with the password, and wrong passwords by a person with a code.
class CountedApartTest {
    private static Nodes nodes;

    @BeforeAll
    static void open() {
        nodes = new Nodes();
    }

    @AfterAll
    static void close() {
        nodes.close();
    }

    /// A user with a second factor, and a wrong code.
    private record Enrolled(User.WithPassword somebody, Visitor visitor, List<String> recovery, String wrongCode) {}

    private static Enrolled enrolled() {
        var somebody = nodes.somebody();
        var factors = nodes.other.factors();
        var visitor = nodes.visitor(somebody, false);
        factors.begin(visitor, somebody.password());
        var secret = factors.enrolling(visitor).orElseThrow().text();
        var right = Stream.of(-30, 0, 30)
                .map(seconds -> Phone.code(secret, nodes.now().plusSeconds(seconds)))
                .toList();
        var wrong = IntStream.range(0, 4)
                .mapToObj("00000%d"::formatted)
                .filter(code -> !right.contains(code))
                .findFirst()
                .orElseThrow();
        return switch (factors.confirm(visitor, right.get(1), Nodes.CLIENT, Nodes.LETTER)) {
            case Attempt.Right(var started) ->
                new Enrolled(
                        somebody,
                        nodes.other.sessions().visitor(started.sessionToken()).orElseThrow(),
                        started.recoveryCodes(),
                        wrong);
            case Attempt.Wrong<SecondFactors.Started> _, Attempt.Later<SecondFactors.Started> _ ->
                throw new AssertionError("not turned on");
        };
    }

    @Test
    void a_right_password_forgets_no_wrong_code() {
        var it = enrolled();
        var passkeys = nodes.other.passkeys();
        var factors = nodes.other.factors();
        for (int each = 0; each <= AttemptLimit.code("").free(); each++) {
            assertThat(passkeys.begin(it.visitor(), it.wrongCode())).isInstanceOf(Attempt.Wrong.class);
            assertThat(passkeys.begin(it.visitor(), it.somebody().password())).isInstanceOf(Attempt.Right.class);
        }
        assertThat(passkeys.begin(it.visitor(), it.wrongCode())).isInstanceOf(Attempt.Later.class);
        assertThat(passkeys.begin(it.visitor(), " 12 34-56 ")).isInstanceOf(Attempt.Later.class);
        assertThat(factors.renewCodes(it.visitor(), it.recovery().getFirst(), Nodes.LETTER))
                .isInstanceOf(Attempt.Later.class);
        assertThat(factors.turnOff(
                        it.visitor(), it.somebody().password(), it.recovery().getFirst(), Nodes.LETTER))
                .isInstanceOf(Attempt.Later.class);
        assertThat(passkeys.begin(it.visitor(), it.somebody().password())).isInstanceOf(Attempt.Right.class);
    }

    /// Otherwise an attacker with a session could try all codes at no cost, while others keep hashing busy.
    @Test
    void a_wrong_code_counts_also_while_no_password_can_be_looked_at() {
        var it = enrolled();
        var passkeys = nodes.first.passkeys();
        var passkey = passkey(it.somebody().user());
        for (int each = 0; each <= AttemptLimit.code("").free() / 2; each++) {
            nodes.beforeHashing(1, CountedApartTest::busy);
            assertThat(passkeys.begin(it.visitor(), it.wrongCode())).isInstanceOf(Attempt.Wrong.class);
            nodes.beforeHashing(1, CountedApartTest::busy);
            assertThat(passkeys.remove(it.visitor(), passkey, it.wrongCode(), (user, _) -> Nodes.LETTER.apply(user)))
                    .isInstanceOf(Attempt.Wrong.class);
        }
        assertThat(passkeys.begin(it.visitor(), it.wrongCode())).isInstanceOf(Attempt.Later.class);
        assertThatThrownBy(() -> passkeys.begin(it.visitor(), it.somebody().password()))
                .isInstanceOf(Refused.class);
    }

    private static void busy() {
        throw Refusal.UNAVAILABLE.refused();
    }

    private static Passkey passkey(User user) {
        return new Passkey(
                user.organizationId(),
                UUID.randomUUID(),
                user.id(),
                "Phone",
                new byte[0],
                new byte[0],
                0,
                false,
                false,
                List.of(),
                nodes.now(),
                Optional.empty());
    }

    @Test
    void nor_does_one_that_was_right_beside_it() {
        var it = enrolled();
        var factors = nodes.other.factors();
        for (int each = 0; each <= AttemptLimit.code("").free(); each++) {
            assertThat(factors.turnOff(it.visitor(), it.somebody().password(), it.wrongCode(), Nodes.LETTER))
                    .isInstanceOf(Attempt.Wrong.class);
        }
        assertThat(factors.renewCodes(it.visitor(), it.recovery().getFirst(), Nodes.LETTER))
                .isInstanceOf(Attempt.Later.class);
    }

    @Test
    void a_right_code_forgets_no_wrong_password() {
        var it = enrolled();
        var links = nodes.other.links();
        var factors = nodes.other.factors();
        var codes = it.recovery();
        for (int each = 0; each <= AttemptLimit.password("").free(); each++) {
            assertThat(links.change(it.visitor(), "not this one", "nor that one", Nodes.CLIENT, Nodes.LETTER))
                    .isInstanceOf(Attempt.Wrong.class);
            codes = renewed(factors.renewCodes(it.visitor(), codes.getFirst(), Nodes.LETTER));
        }
        assertThat(links.change(it.visitor(), it.somebody().password(), "nor that one", Nodes.CLIENT, Nodes.LETTER))
                .isInstanceOfSatisfying(
                        Attempt.Later.class, later -> assertThat(later.pause()).isEqualTo(Duration.ofSeconds(1)));
    }

    private static List<String> renewed(Attempt<List<String>> attempt) {
        return switch (attempt) {
            case Attempt.Right(var codes) -> codes;
            case Attempt.Wrong<List<String>> _, Attempt.Later<List<String>> _ -> throw new AssertionError("no codes");
        };
    }
}
