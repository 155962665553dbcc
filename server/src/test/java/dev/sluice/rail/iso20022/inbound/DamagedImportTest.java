package dev.sluice.rail.iso20022.inbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.rail.Destination;
import dev.sluice.rail.iso20022.inbound.InboundFile.State;
import dev.sluice.rail.iso20022.profile.BankProfile;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Samples that are cut off, have a wrong bit, come in any order or again: each file has a state that
/// says so, and nothing is credited without a booked entry. `-Dsluice.fuzz.seed=` makes other changes.
class DamagedImportTest extends InboundCase {
    private static final long SEED = Long.getLong("sluice.fuzz.seed", 1);
    private static final int CUT_EVERY = 64;
    /// The fast tests cut at one place of so many.
    private static final int FEW = 16;

    private static final Set<State> ENDS = Set.of(State.APPLIED, State.HELD, State.UNREADABLE);

    private final Random random = new Random(SEED);
    /// Number of accounts that got a file.
    private int number;

    /// A sample with its account.
    enum Sample {
        O02("CH2909000000250094239", "CHF"),
        O03("CH2909000000250094239", "CHF"),
        O04("CH2909000000250094239", "CHF"),
        O05("CH2909000000250094239", "CHF"),
        O06("NL08INGB0000001234", "EUR"),
        O07("FI8529501800030574", "EUR"),
        O08("CH2909000000250094239", "CHF"),
        O09("DE63200700000123456601", "EUR"),
        O10("123456789", "CHF"),
        O11("NL08INGB0000001234", "EUR");

        private final String account;
        private final String currency;

        Sample(String account, String currency) {
            this.account = account;
            this.currency = currency;
        }

        private byte[] bytes() {
            return sample(name());
        }

        /// Returns the account, with the source of credits that the sample is.
        private BankProfile profile(int number) {
            var source = this == O04 || this == O05
                    ? "camt.054"
                    : this == O08 ? "camt.052" : this == O09 || this == O10 ? "mt940" : "camt.053";
            return InboundCase.profile(name().toLowerCase(Locale.ROOT) + number, account, currency, source);
        }
    }

    /// Every destination is one of ours, so that every possible credit is made.
    @Override
    BankInbox.Dependencies dependencies() {
        var all = super.dependencies();
        return new BankInbox.Dependencies(
                all.database(),
                all.clocks(),
                all.vault(),
                all.payments(),
                all.payouts(),
                (_, asked) -> asked.stream().limit(1).collect(Collectors.<Destination>toSet()),
                all.assets(),
                all.ownAccounts(),
                all.unknownPayments());
    }

    @ParameterizedTest
    @EnumSource
    void a_sample_that_is_cut_off_credits_nothing_new(Sample sample) {
        cut(sample, CUT_EVERY * FEW);
    }

    @Tag("slow")
    @ParameterizedTest
    @EnumSource
    void a_sample_that_is_cut_off_at_any_place_credits_nothing_new(Sample sample) {
        cut(sample, CUT_EVERY);
    }

    private void cut(Sample sample, int every) {
        var bytes = sample.bytes();
        int step = Math.min(every, bytes.length / 2);
        for (int length = step; length < bytes.length; length += step) {
            arrive(sample, Arrays.copyOf(bytes, length), "cut at " + length);
        }
        assertNothingSilent();
    }

    @ParameterizedTest
    @EnumSource
    void a_wrong_bit_credits_nothing_new(Sample sample) {
        flip(sample, CUT_EVERY * FEW);
    }

    @Tag("slow")
    @ParameterizedTest
    @EnumSource
    void a_wrong_bit_in_any_place_credits_nothing_new(Sample sample) {
        flip(sample, CUT_EVERY);
    }

    private void flip(Sample sample, int every) {
        var bytes = sample.bytes();
        for (int from = 0; from < bytes.length; from += every) {
            int at = Math.min(bytes.length - 1, from + random.nextInt(every));
            int bit = random.nextInt(Byte.SIZE);
            var damaged = bytes.clone();
            damaged[at] ^= (byte) (1 << bit);
            arrive(sample, damaged, "bit %d of byte %d, -Dsluice.fuzz.seed=%d".formatted(bit, at, SEED));
        }
        assertNothingSilent();
    }

    /// Applies a damaged file to an account of its own.
    private void arrive(Sample sample, byte[] damaged, String change) {
        profile = sample.profile(number++);
        var file = receive(profile, damaged);
        assertThat(file.state()).as(change).isIn(ENDS);
        if (file.state() == State.APPLIED) {
            assertThat(file.kind()).as(change).isNotNull();
        } else {
            assertThat(file.hold()).as(change).isNotNull();
            assertThat(file.hold().reason()).as(change).isNotBlank();
            assertThat(entries(profile)).as(change).isEmpty();
        }
        assertCreditsAreBooked(profile, change);
    }

    private void assertCreditsAreBooked(BankProfile of, String change) {
        var booked = entries(of).stream()
                .filter(each -> each.isBooked() && each.credit() && each.creditable() && each.returnCode() == null)
                .collect(Collectors.toMap(StoredEntry::key, Function.identity()));
        var credited = receipts(of);
        assertThat(credited.keySet()).as(change).isSubsetOf(booked.keySet());
        credited.forEach((key, amount) -> assertThat(amount)
                .as(change)
                .isEqualTo(booked.get(key).amount().decimal().toPlainString()));
    }

    /// Returns the amounts of the incoming payments of an account by their keys.
    private Map<String, String> receipts(BankProfile of) {
        var now = clocks.instant().plusSeconds(60);
        return db.database().inTx(tx -> {
            var unread = payments.unread(tx, now, 10_000).notices();
            payments.markRead(tx, unread, now);
            return unread.stream()
                    .map(each -> each.payment())
                    .filter(each -> each.rail().equals(of.rail()))
                    .collect(Collectors.toMap(
                            each -> each.key(), each -> each.amount().decimal().toPlainString()));
        });
    }

    private void assertNothingSilent() {
        assertThat(number).isPositive();
        assertThat(faults()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void samples_in_any_order_and_repeated_give_the_same_entries_and_credits(int seed) {
        var expected = arrived(List.of(Sample.O04, Sample.O05, Sample.O08), seed * 2);
        var shuffled = new ArrayList<Sample>();
        for (int i = 0; i < 3; i++) {
            shuffled.addAll(List.of(Sample.O04, Sample.O05, Sample.O08));
        }
        Collections.shuffle(shuffled, new Random(seed));
        assertThat(arrived(shuffled, seed * 2 + 1)).isEqualTo(expected);
    }

    /// Returns the booked entries and the credits after files have arrived at an account of their own.
    private Set<String> arrived(List<Sample> samples, int account) {
        var to = InboundCase.profile("order" + account, "CH2909000000250094239", "CHF", "camt.054");
        for (var each : samples) {
            assertThat(receive(to, each.bytes()).state()).isEqualTo(State.APPLIED);
        }
        var all = new HashSet<String>();
        entries(to).forEach(each -> all.add(each.key() + " " + each.status()));
        receipts(to).forEach((key, amount) -> all.add("credit " + key + " " + amount));
        assertThat(all).hasSizeGreaterThan(entries(to).size());
        return all;
    }

    @Test
    void attacks_are_stored_as_unreadable_and_apply_nothing() {
        var bomb = new StringBuilder("<!DOCTYPE d [<!ENTITY a0 'ha'>");
        for (int i = 1; i < 30; i++) {
            bomb.append("<!ENTITY a%d '&a%d;&a%d;'>".formatted(i, i - 1, i - 1));
        }
        for (var attack : List.of(
                bomb + "]><Document>&a29;</Document>",
                "<!DOCTYPE d [<!ENTITY e SYSTEM 'file:///etc/hostname'>]><Document>&e;</Document>",
                "<a>".repeat(100_000),
                "<Document><BkToCstmrStmt><Stmt>" + "<Ntry>".repeat(50_000))) {
            var file = receive(attack.getBytes(StandardCharsets.UTF_8));
            assertThat(file.state()).isEqualTo(State.UNREADABLE);
            assertThat(file.hold().reason()).isNotBlank();
        }
        assertThat(entries()).isEmpty();
    }

    @Test
    void a_file_over_the_size_limit_is_refused_before_it_is_stored() {
        var large = new byte[BankInbox.SIZE_MAX + 1];
        assertThatThrownBy(() -> inbox.store(profile, "large.xml", large))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("large.xml");
        assertThat(inbox.newest(profile.id(), 10)).isEmpty();
    }
}
