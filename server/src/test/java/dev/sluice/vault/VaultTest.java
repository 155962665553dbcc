package dev.sluice.vault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.sluice.db.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Sealed data is bound to one organization and one purpose, on every node with the same master key and on no other.
class VaultTest {
    private static final UUID MINE = new UUID(1, 1);
    private static final UUID THEIRS = new UUID(1, 2);
    private static final String SECRET = "GB33BUKB20201555555555 · Zoë";

    private static final Instant NOW = Instant.parse("2026-11-21T02:30:00Z");

    private static TestDatabase test;
    private static Vault vault;

    @BeforeAll
    static void create() {
        test = TestDatabase.create();
        vault = Vault.open(test.database(), masterKey(1));
    }

    @AfterAll
    static void drop() {
        test.close();
    }

    @Test
    void what_was_sealed_is_opened() {
        assertThat(vault.openText(MINE, "bank", vault.seal(MINE, "bank", SECRET)))
                .isEqualTo(SECRET);
        assertThat(vault.open(MINE, "bank", vault.seal(MINE, "bank", new byte[0])))
                .isEmpty();
    }

    @Test
    void sealed_tells_nothing_and_is_never_the_same_twice() {
        var sealed = vault.seal(MINE, "bank", SECRET);
        assertThat(new String(sealed, StandardCharsets.UTF_8)).doesNotContain("GB33");
        assertThat(vault.seal(MINE, "bank", SECRET)).isNotEqualTo(sealed);
    }

    @Test
    void another_organization_cannot_open_it() {
        var sealed = vault.seal(MINE, "bank", SECRET);
        assertThatIllegalStateException()
                .isThrownBy(() -> vault.open(THEIRS, "bank", sealed))
                .withMessage("cannot open bank of " + THEIRS);
    }

    @Test
    void another_purpose_cannot_open_it() {
        var sealed = vault.seal(MINE, "bank", SECRET);
        assertThatIllegalStateException().isThrownBy(() -> vault.open(MINE, "email", sealed));
    }

    @Test
    void what_was_tampered_with_is_not_opened() {
        var sealed = vault.seal(MINE, "bank", SECRET);
        for (int i = 0; i < sealed.length; i++) {
            var tampered = sealed.clone();
            tampered[i] ^= 1;
            assertThatIllegalStateException().isThrownBy(() -> vault.open(MINE, "bank", tampered));
        }
    }

    @Test
    void another_node_with_the_same_master_key_opens_it_and_derives_the_same() {
        var node = Vault.open(test.database(), masterKey(1));
        assertThat(node.openText(MINE, "bank", vault.seal(MINE, "bank", SECRET)))
                .isEqualTo(SECRET);
        assertThat(node.fingerprint(MINE, "email", "a@b.c")).isEqualTo(vault.fingerprint(MINE, "email", "a@b.c"));
        assertThat(node.key("link")).isEqualTo(vault.key("link"));
    }

    @Test
    void another_master_key_is_refused_in_words_that_name_the_setting() {
        assertThatExceptionOfType(Vault.WrongMasterKey.class)
                .isThrownBy(() -> Vault.open(test.database(), masterKey(2)))
                .withMessageContaining("SLUICE_MASTER_KEY does not open this database");
    }

    @Test
    void a_new_master_key_takes_over_where_the_one_before_is_told_and_nothing_that_is_sealed_changes() {
        try (var other = TestDatabase.create()) {
            var before = Vault.open(other.database(), masterKey(1));
            var sealed = before.seal(MINE, "bank", SECRET);
            assertThatExceptionOfType(Vault.WrongMasterKey.class)
                    .isThrownBy(() -> Vault.open(other.database(), masterKey(3), Optional.of(masterKey(2))));
            assertThat(Vault.open(other.database(), masterKey(1)).openText(MINE, "bank", sealed))
                    .isEqualTo(SECRET);

            var during = Vault.open(other.database(), masterKey(2), Optional.of(masterKey(1)));
            assertThat(during.openText(MINE, "bank", sealed)).isEqualTo(SECRET);
            assertThat(before.openText(MINE, "bank", during.seal(MINE, "bank", SECRET)))
                    .as("a node that has not started anew")
                    .isEqualTo(SECRET);
            var second = Vault.open(other.database(), masterKey(2), Optional.of(masterKey(1)));
            assertThat(second.key("link")).isEqualTo(before.key("link"));

            var after = Vault.open(other.database(), masterKey(2));
            assertThat(after.openText(MINE, "bank", sealed)).isEqualTo(SECRET);
            assertThat(after.fingerprint(MINE, "email", "a@b.c")).isEqualTo(before.fingerprint(MINE, "email", "a@b.c"));
            assertThatExceptionOfType(Vault.WrongMasterKey.class)
                    .isThrownBy(() -> Vault.open(other.database(), masterKey(1)));
        }
    }

    @Test
    void a_data_key_is_followed_by_another_after_a_week_which_every_node_knows_before_it_seals() {
        try (var other = TestDatabase.create()) {
            var database = other.database();
            var one = Vault.open(database, masterKey(1));
            var two = Vault.open(database, masterKey(1));
            var first = one.seal(MINE, "bank", SECRET);

            assertThat(one.refreshKeys(database, NOW))
                    .as("its age is written down")
                    .isTrue();
            assertThat(one.refreshKeys(database, NOW.plus(DataKeys.SERVES).minusMillis(1)))
                    .isFalse();
            var week = NOW.plus(DataKeys.SERVES);
            assertThat(two.refreshKeys(database, week)).isTrue();
            assertThat(one.refreshKeys(database, week))
                    .as("one follows, not two")
                    .isFalse();
            assertThat(one.keyState(database))
                    .isEqualTo(
                            new Vault.KeysStatus(2, Optional.of(NOW), Optional.of(week.plus(DataKeys.KNOWN_BEFORE))));
            assertThat(key(two.seal(MINE, "bank", SECRET)))
                    .as("still the first")
                    .isEqualTo(key(first));

            var late = week.plus(DataKeys.KNOWN_BEFORE);
            assertThat(two.refreshKeys(database, late)).isTrue();
            assertThat(two.refreshKeys(database, late)).isFalse();
            var second = two.seal(MINE, "bank", SECRET);
            assertThat(key(second)).isNotEqualTo(key(first));
            assertThat(one.openText(MINE, "bank", second))
                    .as("by a node that has not looked for an hour")
                    .isEqualTo(SECRET);
            assertThat(two.openText(MINE, "bank", first)).isEqualTo(SECRET);
            assertThat(one.refreshKeys(database, late)).isFalse();
            assertThat(key(one.seal(MINE, "bank", SECRET))).isEqualTo(key(second));
            assertThat(two.fingerprint(MINE, "email", "a@b.c")).isEqualTo(one.fingerprint(MINE, "email", "a@b.c"));
            assertThat(two.keyState(database)).isEqualTo(new Vault.KeysStatus(2, Optional.of(late), Optional.empty()));
        }
    }

    @Test
    void a_data_key_can_be_followed_before_its_time_but_only_by_one() {
        try (var other = TestDatabase.create()) {
            var database = other.database();
            var node = Vault.open(database, masterKey(1));
            var told = new AtomicInteger();
            assertThat(node.rotate(database, NOW, _ -> told.incrementAndGet())).isTrue();
            assertThat(node.rotate(database, NOW, _ -> told.incrementAndGet())).isFalse();
            assertThat(told).hasValue(1);
            assertThat(node.keyState(database).nextFrom()).contains(NOW.plus(DataKeys.KNOWN_BEFORE));
        }
    }

    @Test
    void a_node_with_the_master_key_from_before_goes_on_with_the_data_keys_that_it_has() {
        try (var other = TestDatabase.create()) {
            var database = other.database();
            var before = Vault.open(database, masterKey(1));
            var after = Vault.open(database, masterKey(2), Optional.of(masterKey(1)));
            assertThat(before.refreshKeys(database, NOW))
                    .as("it writes an age down")
                    .isTrue();
            assertThat(before.refreshKeys(database, NOW.plus(DataKeys.SERVES)))
                    .as("what it cannot unwrap it leaves to others")
                    .isFalse();
            assertThat(after.refreshKeys(database, NOW.plus(DataKeys.SERVES))).isTrue();
            assertThat(after.openText(MINE, "bank", before.seal(MINE, "bank", SECRET)))
                    .isEqualTo(SECRET);
        }
    }

    /// Returns the id of the data key that sealed it: the prefix that Tink writes.
    private static byte[] key(byte[] sealed) {
        return Arrays.copyOf(sealed, 5);
    }

    @Test
    void another_database_has_other_data_keys_under_the_same_master_key() {
        try (var other = TestDatabase.create()) {
            var node = Vault.open(other.database(), masterKey(1));
            var sealed = vault.seal(MINE, "bank", SECRET);
            assertThatIllegalStateException().isThrownBy(() -> node.open(MINE, "bank", sealed));
            assertThat(node.key("link")).isNotEqualTo(vault.key("link"));
        }
    }

    @Test
    void a_fingerprint_is_of_one_text_of_one_organization_and_purpose() {
        var fingerprint = vault.fingerprint(MINE, "email", "a@b.c");
        assertThat(fingerprint).hasSize(16).isEqualTo(vault.fingerprint(MINE, "email", "a@b.c"));
        assertThat(vault.fingerprint(THEIRS, "email", "a@b.c")).isNotEqualTo(fingerprint);
        assertThat(vault.fingerprint(MINE, "account", "a@b.c")).isNotEqualTo(fingerprint);
        assertThat(vault.fingerprint(MINE, "email", "A@b.c")).isNotEqualTo(fingerprint);
    }

    @Test
    void a_key_is_for_one_purpose() {
        assertThat(vault.key("link")).hasSize(32).isNotEqualTo(vault.key("other"));
    }

    private static byte[] masterKey(int seed) {
        var key = new byte[Vault.MASTER_KEY_BYTES];
        Arrays.fill(key, (byte) seed);
        return key;
    }
}
