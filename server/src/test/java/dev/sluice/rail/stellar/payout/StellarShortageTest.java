package dev.sluice.rail.stellar.payout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.HotBalance;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.Wallet;
import dev.sluice.rail.stellar.StellarTestNetwork;
import dev.sluice.rail.stellar.StellarToken;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Many payouts that cannot be paid now. Payable ones are paid before them, and Horizon is not called for the others.
class StellarShortageTest extends StellarCase {
    private static final int MANY = 50;
    private static final int ROUNDS_FEW = 8;

    @Test
    void too_little_of_a_token_holds_up_neither_others_nor_what_there_is_enough_for() {
        var line = network.ledger.find(network.hot.account()).orElseThrow().line("USDC", network.issuer);
        line.balance = 5 * COIN;
        var large = many(i -> network.usdc(payee.id, 10 * COIN + i, null));
        var small = network.usdc(payee.id, 3 * COIN, null);
        var other = network.xlm(payee.id, COIN, null);
        network.rail().submit(large);
        network.rail().submit(List.of(small, other));
        assertThat(rounds()).isLessThan(ROUNDS_FEW);
        assertThat(network.queryOutcome(small)).isInstanceOf(Outcome.Settled.class);
        assertThat(network.queryOutcome(other)).isInstanceOf(Outcome.Settled.class);
        assertThat(waiting()).isEqualTo(MANY);
        large.forEach(
                each -> assertThat(why(each)).isEqualTo("The hot account has an insufficient balance of usdc-stellar"));
        network.now.set(network.now.get().plusSeconds(31));
        assertThat(rounds()).isLessThan(ROUNDS_FEW);
        line.balance = 1_000 * COIN;
        network.pass(Duration.ofSeconds(40));
        assertThat(large)
                .allSatisfy(each -> assertThat(network.queryOutcome(each)).isInstanceOf(Outcome.Settled.class));
        assertThat(waiting()).isZero();
    }

    @Test
    void what_the_hot_account_can_spend_is_told_also_while_nothing_is_paid() {
        network.ledger.find(network.hot.account()).orElseThrow().line("USDC", network.issuer).balance = 7 * COIN / 2;
        assertThat(network.worker().step()).isFalse();
        assertThat(network.worker().updateGauges()).isFalse();
        assertThat(network.meters
                        .get(HotBalance.NAME)
                        .tag("network", "stellar")
                        .tag("token", "usdc-stellar")
                        .gauge()
                        .value())
                .isEqualTo(3.5);
    }

    @Test
    void a_token_that_is_not_configured_holds_up_no_others() {
        var unknown = many(_ -> new Instruction(
                new PayoutRef(StellarTestNetwork.ORGANIZATION, network.clocks.newId()),
                new Money(BigInteger.ONE, Asset.crypto("eurc-stellar", StellarToken.DECIMALS)),
                new Wallet("stellar", payee.id, null),
                null));
        var usual = network.usdc(payee.id, COIN, null);
        network.rail().submit(unknown);
        network.rail().submit(List.of(usual));
        assertThat(rounds()).isLessThan(ROUNDS_FEW);
        assertThat(network.queryOutcome(usual)).isInstanceOf(Outcome.Settled.class);
        assertThat(waiting()).isEqualTo(MANY);
        assertThat(why(unknown.getLast())).isEqualTo("The token eurc-stellar is not configured");
    }

    @Test
    void without_coins_for_fees_all_wait() {
        network.ledger.find(network.hot.account()).orElseThrow().coins = COIN;
        var all = many(_ -> network.usdc(payee.id, COIN, null));
        network.rail().submit(all);
        assertThat(rounds()).isLessThan(ROUNDS_FEW);
        assertThat(waiting()).isEqualTo(MANY);
        network.ledger.find(network.hot.account()).orElseThrow().coins = 100 * COIN;
        network.pass(Duration.ofSeconds(40));
        assertThat(network.held(payee)).isEqualTo(MANY * COIN);
    }

    /// It would fail in a ledger each time, and cost its fee.
    @Test
    void a_token_that_the_hot_account_may_not_move_waits_before_anything_is_signed() {
        var line = network.ledger.find(network.hot.account()).orElseThrow().line("USDC", network.issuer);
        line.authorized = false;
        var all = many(_ -> network.usdc(payee.id, COIN, null));
        var other = network.xlm(payee.id, COIN, null);
        network.rail().submit(all);
        network.rail().submit(List.of(other));
        network.pass(Duration.ofMinutes(2));
        assertThat(network.horizon.submissions).hasValue(1);
        assertThat(network.queryOutcome(other)).isInstanceOf(Outcome.Settled.class);
        all.forEach(each -> assertThat(why(each)).isEqualTo("The hot account may not hold the token"));
        line.authorized = true;
        network.pass(Duration.ofSeconds(40));
        assertThat(network.held(payee)).isEqualTo(MANY * COIN);
    }

    @Test
    void what_waits_for_money_is_touched_again_only_once_there_is_money_for_it() {
        var line = network.ledger.find(network.hot.account()).orElseThrow().line("USDC", network.issuer);
        line.balance = 0;
        var all = many(_ -> network.usdc(payee.id, 3 * COIN, null));
        network.rail().submit(all);
        rounds();
        var before = versions();
        network.pass(Duration.ofMinutes(3));
        assertThat(versions()).hasSize(MANY).isEqualTo(before);
        line.balance = 7 * COIN;
        network.pass(Duration.ofSeconds(40));
        assertThat(network.held(payee)).isEqualTo(6 * COIN);
        network.pass(Duration.ofMinutes(1));
        assertThat(versions()).filteredOn(before::contains).hasSize(MANY - 2);
    }

    @Test
    void no_large_one_waits_for_good_behind_ever_more_small_ones() {
        var line = network.ledger.find(network.hot.account()).orElseThrow().line("USDC", network.issuer);
        line.balance = 0;
        var large = network.usdc(payee.id, 10 * COIN, null);
        network.rail().submit(List.of(large));
        rounds();
        network.now.set(network.now.get().plusSeconds(1));
        network.rail().submit(many(_ -> network.usdc(payee.id, 3 * COIN, null)));
        rounds();
        line.balance = 11 * COIN;
        network.pass(Duration.ofSeconds(40));
        assertThat(network.queryOutcome(large)).isInstanceOf(Outcome.Settled.class);
        assertThat(network.held(payee)).isEqualTo(10 * COIN);
    }

    @Test
    void who_may_not_pay_takes_no_place_of_others_that_wait_for_money() {
        var frozen = new UUID(0, 7);
        parked(frozen, 300);
        parked(StellarTestNetwork.ORGANIZATION, 2);
        network.database.run(tx -> StellarPaymentStore.wake(tx, "usdc-stellar", COIN, Set.of(frozen), 100));
        List<UUID> awake = network.database.read(
                handle -> handle.createQuery("SELECT organization_id FROM rail_stellar_payment WHERE NOT parked")
                        .mapTo(UUID.class)
                        .list());
        assertThat(awake).hasSize(2).containsOnly(StellarTestNetwork.ORGANIZATION);
    }

    /// A node that was paused signs a payment that another node has parked in the meantime. If it stayed parked,
    /// it would never be claimed again.
    @Test
    void what_is_signed_waits_for_no_money() {
        parked(StellarTestNetwork.ORGANIZATION, 1);
        network.database.run(tx -> {
            var id = tx.handle()
                    .createQuery("SELECT payout_id FROM rail_stellar_payment")
                    .mapTo(UUID.class)
                    .one();
            var payout = new PayoutRef(StellarTestNetwork.ORGANIZATION, id);
            var now = network.now.get();
            var signed = new SignedTransaction("GSOURCE", 1, "a".repeat(64), "AAAA", null, now, 100, 100, null, null);
            assertThat(StellarPaymentStore.sign(tx, payout, signed)).isTrue();
            assertThat(StellarPaymentStore.abandonTransaction(tx, payout, signed.hash(), now, null, true))
                    .isTrue();
            assertThat(StellarPaymentStore.claim(tx, now.plusSeconds(1), now.plusSeconds(9), Set.of(), 1))
                    .hasSize(1);
        });
    }

    private void parked(UUID organization, int count) {
        network.database.run(tx -> tx.handle().execute("""
            INSERT INTO rail_stellar_payment (organization_id, payout_id, token, stroops, address, state,
                                              accepted_at, due_at, waits_for, parked)
            SELECT ?, gen_random_uuid(), 'usdc-stellar', 1, 'G', 'queued', now(), now(), 'money', true
            FROM generate_series(1, ?)
            """, organization, count));
    }

    @Test
    void however_many_wait_no_more_are_counted_than_tell_that_it_is_many() {
        parked(StellarTestNetwork.ORGANIZATION, StellarPaymentStore.WAITING_MAX + 100);
        assertThat(network.database.read(StellarPaymentStore::countWaiting)).isEqualTo(StellarPaymentStore.WAITING_MAX);
    }

    /// Returns the row version of each payment.
    private List<String> versions() {
        return network.database.read(handle -> handle.createQuery(
                        "SELECT payout_id || ' ' || xmin FROM rail_stellar_payment ORDER BY payout_id")
                .mapTo(String.class)
                .list());
    }

    private static List<Instruction> many(IntFunction<Instruction> each) {
        return IntStream.range(0, MANY).mapToObj(each).toList();
    }

    /// Returns the number of the teller's steps until nothing is due.
    private int rounds() {
        int rounds = 1;
        while (network.worker().step()) {
            rounds++;
        }
        return rounds;
    }

    /// Returns the rail's reason why a payout waits.
    private @Nullable String why(Instruction instruction) {
        return network.rail().attempts(instruction.payout()).getLast().words();
    }

    private long waiting() {
        return Math.round(
                network.meters.get("sluice.stellar.payouts.waiting").gauge().value());
    }
}
