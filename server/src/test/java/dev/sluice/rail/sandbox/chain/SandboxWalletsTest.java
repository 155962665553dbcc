package dev.sluice.rail.sandbox.chain;

import static dev.sluice.rail.sandbox.chain.SandboxTestChain.ACCOUNT;
import static dev.sluice.rail.sandbox.chain.SandboxTestChain.ADDRESS;
import static dev.sluice.rail.sandbox.chain.SandboxTestChain.ORGANIZATION;
import static dev.sluice.rail.sandbox.chain.SandboxTestChain.USDC;
import static dev.sluice.rail.sandbox.chain.SandboxTestChain.USDC_STELLAR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.db.TestDatabase;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.Destination;
import dev.sluice.rail.EvmAddress;
import dev.sluice.rail.IncomingPayment;
import dev.sluice.rail.IncomingPayments;
import dev.sluice.rail.StellarAddress;
import dev.sluice.rail.Wallet;
import dev.sluice.rail.sandbox.chain.SandboxWallets.Order;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Payments that payers send, and the rail's reports about them.
class SandboxWalletsTest {
    private static final Wallet DEPOSIT = new Wallet("polygon", ADDRESS, null);
    private static final Duration LONG = Duration.ofHours(1);

    private static TestDatabase database;
    private static SandboxTestChain chain;

    @BeforeAll
    static void open() {
        database = TestDatabase.create();
        chain = new SandboxTestChain(database.database());
    }

    @AfterAll
    static void close() {
        database.close();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = "VANISHED.*")
    void a_payment_is_told_of_once_it_is_final_and_never_before(Arrival arrival) {
        var before = chain.now();
        var sent = chain.pay(order(arrival));
        assertThat(sent.arrivesAt()).isAfter(before);
        while (chain.now().isBefore(sent.arrivesAt())) {
            assertThat(chain.told()).as("at %s", chain.now()).isEmpty();
            chain.pass(Duration.ofMillis(25));
        }
        assertThat(chain.told()).singleElement().satisfies(payment -> {
            assertThat(payment.rail()).isEqualTo("sandbox-chain");
            assertThat(payment.key()).isEqualTo(sent.hash());
            assertThat(payment.destination()).isEqualTo(new Destination("usdc-polygon", "polygon", ADDRESS));
            assertThat(payment.amount().units()).isEqualTo(25_000_000);
            assertThat(payment.amount().asset().code()).isEqualTo("usdc-polygon");
            assertThat(payment.payer().transactionCode()).isEqualTo(sent.hash());
            assertThat(payment.payer().accountNumber()).isEqualTo(sent.sender());
            assertThat(payment.payer().bankCode()).isEqualTo("polygon");
            assertThat(payment.paidAt())
                    .as("the time of its block")
                    .isEqualTo(sent.arrivesAt().minusSeconds(1));
            assertThat(payment.seenAt()).isEqualTo(chain.now());
        });
        chain.pass(LONG);
        assertThat(chain.told()).isEmpty();
    }

    @Test
    void an_ordinary_payment_takes_a_second_or_two() {
        var before = chain.now();
        assertThat(chain.pay(order(Arrival.ORDINARY)).arrivesAt())
                .isBetween(before.plusSeconds(1), before.plusSeconds(2));
        forget();
    }

    @Test
    void a_late_one_waits_half_a_minute_and_a_reorganized_one_for_another_block() {
        var before = chain.now();
        assertThat(chain.pay(order(Arrival.LATE)).arrivesAt())
                .isBetween(before.plusSeconds(31), before.plusSeconds(32));
        assertThat(chain.pay(order(Arrival.REORGANIZED)).arrivesAt())
                .isBetween(before.plusSeconds(3), before.plusSeconds(5));
        forget();
    }

    @Test
    void a_delayed_one_is_sent_later() {
        var before = chain.now();
        var order = new Order(ORGANIZATION, chain.newId(), money(), DEPOSIT, null, LONG, Arrival.ORDINARY);
        assertThat(chain.pay(order).arrivesAt())
                .isBetween(before.plus(LONG), before.plus(LONG).plusSeconds(2));
        forget();
    }

    @Test
    void one_that_is_told_twice_comes_under_one_key() {
        chain.pay(order(Arrival.TOLD_TWICE));
        chain.pass(Duration.ofSeconds(2));
        assertThat(chain.worker().step()).isTrue();
        assertThat(chain.told()).hasSize(1);
        chain.pass(Duration.ofSeconds(1));
        assertThat(chain.worker().step()).as("it is told again").isTrue();
        assertThat(chain.told()).as("and is known by its key").isEmpty();
        chain.pass(LONG);
        assertThat(chain.worker().step()).isFalse();
    }

    @Test
    void one_that_vanishes_is_told_of_and_taken_back_and_another_is_there_again() {
        var gone = chain.pay(order(Arrival.VANISHED)).hash();
        var back = chain.pay(order(Arrival.VANISHED_AND_BACK)).hash();
        chain.pass(Duration.ofSeconds(2));
        assertThat(chain.entries())
                .extracting(
                        each -> each.payment().key(),
                        IncomingPayments.Entry::revision,
                        IncomingPayments.Entry::reversed)
                .containsExactlyInAnyOrder(tuple(gone, 1, false), tuple(back, 1, false));
        chain.pass(Duration.ofSeconds(3));
        assertThat(chain.entries())
                .extracting(
                        each -> each.payment().key(),
                        IncomingPayments.Entry::revision,
                        IncomingPayments.Entry::reversed)
                .containsExactlyInAnyOrder(tuple(gone, 2, true), tuple(back, 2, true));
        chain.pass(Duration.ofSeconds(3));
        assertThat(chain.entries())
                .extracting(
                        each -> each.payment().key(),
                        IncomingPayments.Entry::revision,
                        IncomingPayments.Entry::reversed)
                .containsExactly(tuple(back, 3, false));
        chain.pass(LONG);
        assertThat(chain.entries()).isEmpty();
    }

    @Test
    void only_evm_networks_can_be_rewritten() {
        assertThat(chain.wallets().canBeRewritten("polygon")).isTrue();
        assertThat(chain.wallets().canBeRewritten("stellar")).isFalse();
        assertThat(chain.wallets().canBeRewritten("ethereum")).isFalse();
    }

    @Test
    void an_order_given_again_is_the_same_payment() {
        var order = order(Arrival.ORDINARY);
        var first = chain.pay(order);
        assertThat(first.isNew()).isTrue();
        chain.pass(Duration.ofMillis(700));
        var larger = new Order(order.organizationId(), order.id(), usdc(99), DEPOSIT, null, LONG, Arrival.REORGANIZED);
        assertThat(List.of(chain.pay(order), chain.pay(larger)))
                .containsOnly(new SandboxWallets.Sent(
                        first.hash(), first.sender(), first.amount(), first.arrivesAt(), false));
        chain.pass(LONG);
        assertThat(chain.told()).hasSize(1);
    }

    @Test
    void payments_have_senders_and_hashes_of_their_own() {
        var sent = Stream.generate(() -> chain.pay(order(Arrival.ORDINARY)))
                .limit(50)
                .toList();
        assertThat(sent.stream().map(SandboxWallets.Sent::hash)).doesNotHaveDuplicates();
        assertThat(sent.stream().map(SandboxWallets.Sent::sender))
                .doesNotHaveDuplicates()
                .allMatch(sender -> EvmAddress.parse(sender).equals(java.util.Optional.of(sender)));
        forget();
    }

    @Test
    void a_sender_may_be_chosen() {
        var order = new Order(
                ORGANIZATION,
                chain.newId(),
                money(),
                DEPOSIT,
                MagicWallet.ORDINARY.address(),
                Duration.ZERO,
                Arrival.ORDINARY);
        assertThat(chain.pay(order).sender()).isEqualTo(MagicWallet.ORDINARY.address());
        chain.pass(LONG);
        assertThat(chain.told())
                .singleElement()
                .satisfies(each -> assertThat(each.payer().accountNumber()).isEqualTo(order.sender()));
    }

    @Test
    void an_address_in_lower_case_is_the_same_address() {
        assertThat(toldOf(USDC, new Wallet("polygon", ADDRESS.toLowerCase(Locale.ROOT), null)))
                .isEqualTo(new Destination("usdc-polygon", "polygon", ADDRESS));
    }

    @Test
    void on_stellar_the_memo_or_the_muxed_account_says_who_is_meant() {
        assertThat(toldOf(USDC_STELLAR, new Wallet("stellar", ACCOUNT, "77")))
                .isEqualTo(new Destination("usdc-stellar", "stellar", ACCOUNT + ":77"));
        var muxed = StellarAddress.parse("MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ")
                .orElseThrow();
        assertThat(toldOf(USDC_STELLAR, new Wallet("stellar", muxed.text(), null)))
                .isEqualTo(new Destination("usdc-stellar", "stellar", muxed.account() + ":" + muxed.id()));
    }

    @Test
    void a_forgotten_memo_leaves_the_account_alone() {
        assertThat(toldOf(USDC_STELLAR, new Wallet("stellar", ACCOUNT, null)))
                .isEqualTo(new Destination("usdc-stellar", "stellar", ACCOUNT));
    }

    @Test
    void what_cannot_be_sent_is_not_sent() {
        unsendable(USDC, new Wallet("base", ADDRESS, null), null);
        unsendable(USDC, new Wallet("ethereum", ADDRESS, null), null);
        unsendable(USDC, new Wallet("polygon", "nowhere", null), null);
        unsendable(USDC, DEPOSIT, ACCOUNT);
        assertThat(chain.wallets().plays("polygon")).isTrue();
        assertThat(chain.wallets().plays("ethereum")).isFalse();
    }

    @Test
    void what_was_sent_before_a_restart_is_told_after_it() {
        var sent = chain.pay(order(Arrival.ORDINARY));
        chain.pass(LONG);
        var restarted = chain.restarted();
        assertThat(restarted.told()).extracting(IncomingPayment::key).containsExactly(sent.hash());
        assertThat(chain.told()).isEmpty();
    }

    @Test
    void several_nodes_tell_of_each_payment_once() throws Exception {
        for (int i = 0; i < 1_200; i++) {
            chain.pay(order(i % 3 == 0 ? Arrival.TOLD_TWICE : Arrival.ORDINARY));
        }
        chain.pass(LONG);
        assertThat(tellOnFourNodes()).isEqualTo(1_200);
        chain.pass(Duration.ofSeconds(1));
        assertThat(tellOnFourNodes()).as("told again, and known").isZero();
    }

    private static int tellOnFourNodes() throws Exception {
        try (var nodes = Executors.newFixedThreadPool(4)) {
            Callable<Boolean> node = () -> {
                var worker = chain.worker();
                while (worker.step()) {
                    Thread.onSpinWait();
                }
                return true;
            };
            for (var done : nodes.invokeAll(List.of(node, node, node, node))) {
                assertThat(done.get()).isTrue();
            }
        }
        var keys =
                new ArrayList<>(chain.told().stream().map(IncomingPayment::key).toList());
        assertThat(keys).doesNotHaveDuplicates();
        return keys.size();
    }

    private static void unsendable(Asset asset, Wallet to, @Nullable String sender) {
        var order = new Order(
                ORGANIZATION,
                chain.newId(),
                new Money(BigInteger.ONE, asset),
                to,
                sender,
                Duration.ZERO,
                Arrival.ORDINARY);
        assertThatIllegalStateException().isThrownBy(() -> chain.pay(order));
    }

    private static Destination toldOf(Asset asset, Wallet to) {
        chain.pay(Order.of(ORGANIZATION, chain.newId(), new Money(BigInteger.TEN, asset), to));
        chain.pass(LONG);
        var reported = chain.told();
        assertThat(reported).hasSize(1);
        return reported.getFirst().destination();
    }

    private static void forget() {
        chain.pass(LONG.plus(LONG));
        assertThat(chain.told()).isNotEmpty();
    }

    private static Order order(Arrival arrival) {
        return new Order(ORGANIZATION, id(), money(), DEPOSIT, null, Duration.ZERO, arrival);
    }

    private static UUID id() {
        return chain.newId();
    }

    private static Money money() {
        return usdc(25);
    }

    private static Money usdc(long amount) {
        return new Money(BigInteger.valueOf(amount * 1_000_000), USDC);
    }
}
