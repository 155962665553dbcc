package dev.sluice.rail.evm.wallet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.db.ServingRole;
import dev.sluice.rail.Alerts.Alert;
import dev.sluice.rail.Cancellation;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.evm.EvmRail;
import dev.sluice.rail.evm.EvmWorld;
import dev.sluice.rail.evm.Hex;
import dev.sluice.rail.evm.key.KeySigner;
import dev.sluice.rail.evm.rpc.Fees;
import dev.sluice.rail.evm.rpc.TestNode;
import dev.sluice.rail.evm.rpc.Transaction;
import dev.sluice.rail.evm.rpc.Transaction.Call;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Rows of `rail_evm_slot` and `rail_evm_transaction` written by an attacker with the serving role's password, but not
/// the wallet's key: payouts continue, and each is paid once.
@Tag("slow")
class EvmForeignNonceTest {
    private static final Duration A_WHILE = Duration.ofMinutes(6);
    private static final long UNITS = 42;
    private static final String JUNK = """
        INSERT INTO rail_evm_slot (network, sender, nonce, organization_id, payout_id, token, units, target, value,
                                   data, gas_limit, tip, max_fee, hash, signed_at, block_number, final)
        SELECT 'anvil', ?, nonce, ?::uuid, ?::uuid, 'usdc-anvil', ?::numeric, ?, 0, '0x', 21000, 1, 5000000000,
               '0xabc' || nonce, '2020-01-01', ?::int8, ? FROM generate_series(?::int8, ?::int8) AS nonce
        """;
    private static final String KEPT = """
        INSERT INTO rail_evm_transaction (network, hash, sender, nonce, raw, filler, signed_at, mac)
        VALUES ('anvil', ?, ?, ?, decode(?, 'hex'), false, '2020-01-01', sha256('guessed'))
        """;

    private EvmWorld world;
    private ServingRole attacker;

    @BeforeEach
    void open() {
        world = EvmWorld.with(2);
        attacker = new ServingRole(world.database.database());
        world.module.rail().submit(List.of(pay()));
        world.settle();
    }

    @AfterEach
    void close() {
        attacker.close();
        world.close();
    }

    private Instruction pay() {
        return world.pay(EvmWorld.USDC, EvmWorld.someone(), UNITS);
    }

    private long next() {
        return world.count("SELECT max(next_nonce) FROM rail_evm_wallet");
    }

    private void junk(long nonce) {
        junk(world.signer.address(), nonce, 1, null, "5", null);
    }

    /// @param block block of rows that are final
    private void junk(
            String sender, long from, int count, @Nullable PayoutRef payout, String units, @Nullable Long block) {
        attacker.execute(
                JUNK,
                sender,
                payout == null ? null : payout.organizationId().toString(),
                payout == null ? null : payout.payoutId().toString(),
                units,
                world.treasury,
                block == null ? null : block.toString(),
                block != null,
                from,
                from + count - 1);
    }

    private void keep(String hash, String sender, long nonce, String raw) {
        attacker.execute(KEPT, hash, sender, nonce, raw.substring("0x".length()));
    }

    private void junkIsReported() {
        assertThat(world.meters
                        .get("sluice.records.tampered")
                        .tag("kind", "evm_slot")
                        .counter()
                        .count())
                .isPositive();
        assertThat(world.alerts)
                .extracting(Alert::message)
                .anySatisfy(message -> assertThat(message).startsWith("Not used: evm_slot anvil/"));
        assertThat(world.alerts).allSatisfy(alert -> assertThat(alert.message()).hasSizeLessThanOrEqualTo(140));
    }

    /// Makes one payout and then three at once, and checks that each is paid.
    private void payoutsGoOn() {
        for (int count : List.of(1, 3)) {
            var payouts = IntStream.range(0, count).mapToObj(_ -> pay()).toList();
            world.module.rail().submit(payouts);
            world.settle();
            payouts.forEach(this::isPaid);
        }
    }

    private void isPaid(Instruction payout) {
        assertThat(ask(payout)).isInstanceOf(Outcome.Settled.class);
        assertThat(paid(payout)).isEqualTo(UNITS);
    }

    private BigInteger paid(Instruction payout) {
        return world.node.tokens(world.usdc, payout.wallet().address());
    }

    private Outcome ask(Instruction payout) {
        return world.module.rail().queryOutcomes(List.of(payout.payout())).getFirst();
    }

    private void isSettled() {
        assertThat(world.count("SELECT count(*) FROM rail_evm_slot WHERE NOT final"))
                .isZero();
        junkIsReported();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 2, 3, 5_000})
    void a_row_at_or_above_the_next_nonce_stops_no_payout(long ahead) {
        junk(next() + ahead);
        payoutsGoOn();
        isSettled();
    }

    @Test
    void a_row_at_the_last_nonce_that_there_is_stops_no_payout() {
        junk(world.signer.address(), Long.MAX_VALUE, 1, null, "0", 1L);
        junk(Long.MAX_VALUE - 1);
        payoutsGoOn();
        isSettled();
    }

    @Test
    void a_row_below_the_mined_nonces_stops_no_payout() {
        long next = next();
        world.node.call("anvil_impersonateAccount", world.signer.address());
        world.node.call(
                "eth_sendTransaction",
                Map.of("from", world.signer.address(), "to", EvmWorld.someone(), "value", "0x1"));
        world.node.mine(world.confirmations);
        junk(next);
        junk(-7);
        payoutsGoOn();
        isSettled();
        assertThat(world.count("SELECT count(*) FROM rail_evm_transaction WHERE filler"))
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"NaN", "0", "1000000000000000000000000000000000000000000000000000000000000000000000"})
    void a_row_promises_nothing_whatever_its_units(String units) {
        junk(world.signer.address(), next() + 1, 1, null, units, null);
        junk(world.signer.address(), next() + 500, 1, null, units, 1L);
        payoutsGoOn();
        isSettled();
    }

    @Test
    void hundreds_of_rows_stop_no_payout_and_hide_none() {
        world.node.automine(false);
        var before = pay();
        world.module.rail().submit(List.of(before));
        junk(world.signer.address(), -1_000, 600, null, "5", null);
        junk(world.signer.address(), next(), 600, null, "5", null);
        world.node.automine(true);
        world.settle();
        isPaid(before);
        payoutsGoOn();
        isSettled();
    }

    @Test
    void hundreds_of_final_rows_are_not_taken_up_again() {
        junk(world.signer.address(), next(), 600, null, "0", 1L);
        payoutsGoOn();
        isSettled();
    }

    /// The payout is reported and held, and can be cancelled: it was never signed.
    @Test
    void a_payout_that_a_row_names_is_held_and_neither_fails_nor_counts_as_signed() {
        world.stopped.add(EvmRail.NAME);
        var named = pay();
        world.module.rail().submit(List.of(named));
        world.stopped.clear();
        junk(world.signer.address(), next(), 1, named.payout(), "5", null);
        payoutsGoOn();
        world.pass(A_WHILE);
        world.settle();
        isSettled();
        assertThat(ask(named)).isInstanceOf(Outcome.Accepted.class);
        assertThat(paid(named)).isZero();
        assertThat(world.alerts)
                .extracting(Alert::message)
                .anySatisfy(message ->
                        assertThat(message).contains(named.payout().payoutId().toString()));
        assertThat(world.count("SELECT count(*) FROM rail_evm_payout WHERE acknowledged AND nonce IS NULL"))
                .isZero();
        assertThat(world.module.rail().cancel(named.payout())).isEqualTo(Cancellation.CANCELLED);
        payoutsGoOn();
        assertThat(paid(named)).isZero();
    }

    @Test
    void a_row_of_a_payout_that_the_rail_does_not_know_stops_no_payout() {
        junk(world.signer.address(), next(), 1, new PayoutRef(UUID.randomUUID(), UUID.randomUUID()), "5", null);
        payoutsGoOn();
        isSettled();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0x", "0xdeadbeef", "0x02c0", "0x02f86c827a6980"})
    void garbage_that_was_kept_for_a_row_makes_it_no_transaction(String raw) {
        long next = next();
        junk(next);
        keep("0xabc" + next, world.signer.address(), next, raw);
        payoutsGoOn();
        isSettled();
    }

    @Test
    void a_transaction_of_somebody_else_makes_a_row_no_slot() {
        long next = next();
        junk(next);
        var signed = strangers(next);
        keep(signed.hash(), world.signer.address(), next, signed.raw());
        attacker.execute("UPDATE rail_evm_slot SET hash = ? WHERE nonce = ?", signed.hash(), next);
        payoutsGoOn();
        isSettled();
    }

    @Test
    void a_transaction_of_another_nonce_makes_a_row_no_slot() {
        long next = next();
        junk(next + 1);
        var raw = world.text("SELECT '0x' || encode(raw, 'hex') FROM rail_evm_transaction ORDER BY nonce LIMIT 1");
        keep("0xabc" + (next + 1), world.signer.address(), next + 1, raw);
        payoutsGoOn();
        isSettled();
    }

    /// An attacker with the wallet's key as well signs a transaction that pays for no payout, and tries to have
    /// its gas booked.
    @Test
    void what_somebody_signed_with_the_wallets_key_is_no_slot() {
        long next = next();
        var call = new Call(EvmWorld.someone(), BigInteger.ONE, "0x");
        var fees = new Fees(BigInteger.TEN.pow(9), BigInteger.TEN.pow(10));
        var signed =
                new Transaction(TestNode.CHAIN_ID, next, fees, BigInteger.valueOf(21_000), call).signed(world.signer);
        junk(next);
        keep(signed.hash(), world.signer.address(), next, signed.raw());
        attacker.execute("UPDATE rail_evm_slot SET hash = ? WHERE nonce = ?", signed.hash(), next);
        world.stepPayouts();
        junkIsReported();
        assertThat(world.count("SELECT count(*) FROM rail_evm_slot WHERE final AND block_number IS NULL"))
                .isEqualTo(1);
    }

    private Transaction.Signed strangers(long nonce) {
        var stranger = KeySigner.of(new BigInteger(250, new Random()).add(BigInteger.ONE));
        return new Transaction(
                        TestNode.CHAIN_ID,
                        nonce,
                        new Fees(BigInteger.ONE, EvmWorld.GWEI),
                        BigInteger.valueOf(21_000),
                        new Call(EvmWorld.someone(), BigInteger.ONE, "0x"))
                .signed(stranger);
    }

    @ParameterizedTest
    @ValueSource(strings = {"nobody", "0x00", ""})
    void a_row_of_a_wallet_that_is_none_stops_no_payout(String sender) {
        junk(sender, 0, 2, null, "5", null);
        payoutsGoOn();
        isSettled();
    }

    /// An older transaction than the newest may be the mined one.
    @Test
    void rows_that_were_kept_for_a_nonce_of_ours_hide_nothing_that_was_signed() {
        attacker.execute("""
            INSERT INTO rail_evm_transaction (network, hash, sender, nonce, raw, filler, signed_at, mac)
            SELECT 'anvil', '0x' || lpad(i::text, 64, '0'), ?, ?, 'x', true, now() + interval '1 year', sha256('x')
            FROM generate_series(1, 1200) AS i
            """, world.signer.address(), next());
        var payout = pay();
        world.module.rail().submit(List.of(payout));
        world.settle();
        isPaid(payout);
    }

    @Test
    void a_slot_whose_hash_was_changed_gets_it_back() {
        world.node.automine(false);
        var payout = pay();
        world.module.rail().submit(List.of(payout));
        world.module = world.newModule();
        attacker.execute("UPDATE rail_evm_slot SET hash = '0xabc' WHERE NOT final");
        world.stepPayouts();
        world.node.automine(true);
        world.settle();
        isPaid(payout);
        isSettled();
    }

    /// Transactions of the wallet itself are no deposits; a transaction of another sender is one, regardless of
    /// the rows.
    @Test
    void a_payment_in_is_credited_though_a_row_says_that_the_wallet_made_it() {
        world.watch();
        var deposit = world.deposit();
        var hash = world.node.transact(
                Map.of("from", EvmWorld.someone(world.node), "to", deposit, "value", Hex.quantity(EvmWorld.TENTH)));
        junk(next());
        keep(hash, world.signer.address(), next(), "0xdeadbeef");
        world.node.mine(world.confirmations);
        world.watch();
        assertThat(world.received(deposit)).hasSize(1);
    }
}
