package dev.sluice.rail.stellar.deposit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.http.JsonObject;
import dev.sluice.rail.IncomingPayment;
import dev.sluice.rail.Wallet;
import dev.sluice.rail.stellar.StandInDocuments.Memo;
import dev.sluice.rail.stellar.StellarTestNetwork;
import dev.sluice.rail.stellar.StellarToken;
import java.math.BigInteger;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Incoming payments: each payment to the deposit account becomes one receipt, for the destination in its memo.
class StellarDepositTest extends StellarDepositCase {
    @Test
    void the_wallet_of_a_deposit_is_one_account_with_a_memo_that_stays_and_is_its_own() {
        var memos = new HashSet<String>();
        var again = network.wired().deposits().orElseThrow().rail();
        for (int i = 0; i < 1_000; i++) {
            var deposit = network.clocks.newId();
            var wallet = wallet(deposit);
            assertThat(wallet.address()).isEqualTo(network.deposits);
            assertThat(new BigInteger(String.valueOf(wallet.memo())).bitLength())
                    .isLessThanOrEqualTo(63);
            assertThat(again.wallet("usdc-stellar", "stellar", deposit)).contains(wallet);
            assertThat(memos.add(wallet.memo())).isTrue();
        }
        assertThat(again.wallet("usdc-polygon", "polygon", network.clocks.newId()))
                .isEmpty();
        assertThat(again.wallet("usdc-stellar", "polygon", network.clocks.newId()))
                .isEmpty();
    }

    @Test
    void a_payment_with_the_memo_of_a_deposit_is_a_receipt_for_it() {
        var wallet = wallet(network.clocks.newId());
        var payer = StellarTestNetwork.key().account();
        var id = pay(payer, "25.5000000", "USDC", network.issuer, new Memo("id", wallet.memo()));
        assertThat(receipts()).singleElement().satisfies(receipt -> {
            assertThat(receipt.rail()).isEqualTo("stellar");
            assertThat(receipt.key()).isEqualTo("stellar:" + id);
            assertThat(receipt.destination().currency()).isEqualTo("usdc-stellar");
            assertThat(receipt.destination().method()).isEqualTo("stellar");
            assertThat(receipt.destination().number()).isEqualTo(wallet.address() + ":" + wallet.memo());
            assertThat(receipt.amount().units()).isEqualTo(255_000_000);
            assertThat(receipt.amount().asset().code()).isEqualTo("usdc-stellar");
            assertThat(receipt.amount().asset().exponent()).isEqualTo(7);
            assertThat(receipt.payer().accountNumber()).isEqualTo(payer);
            assertThat(receipt.payer().transactionCode()).hasSize(64);
            assertThat(receipt.paidAt()).isEqualTo(network.clocks.instant());
            assertThat(receipt.note()).isNull();
        });
    }

    @Test
    void a_memo_that_a_wallet_sent_as_text_is_understood() {
        var wallet = wallet(network.clocks.newId());
        pay("1.0000000", new Memo("text", " " + wallet.memo() + "\n"));
        pay("1.0000000", new Memo("text", "00" + wallet.memo()));
        assertThat(receipts())
                .hasSize(2)
                .allSatisfy(receipt ->
                        assertThat(receipt.destination().number()).isEqualTo(wallet.address() + ":" + wallet.memo()));
    }

    @Test
    void money_without_a_memo_is_for_a_destination_that_nobody_has() {
        pay("1.0000000", Memo.NONE);
        pay("1.0000000", new Memo("text", "for lunch"));
        assertThat(receipts())
                .extracting(receipt -> receipt.destination().number())
                .containsExactlyInAnyOrder(network.deposits + ":", network.deposits + ":for lunch");
        assertThat(receipts()).extracting(IncomingPayment::note).containsExactlyInAnyOrder(null, "for lunch");
    }

    @Test
    void a_payment_to_a_muxed_address_is_for_the_id_in_it() {
        var wallet = wallet(network.clocks.newId());
        network.horizon.payments.add(
                "payment",
                network.clocks.instant(),
                true,
                new Memo("text", "ignored"),
                operation -> payment(operation, StellarTestNetwork.key().account(), "3.0000000", "USDC", network.issuer)
                        .put("to_muxed", "M…")
                        .put("to_muxed_id", wallet.memo()));
        assertThat(receipts())
                .singleElement()
                .satisfies(receipt ->
                        assertThat(receipt.destination().number()).isEqualTo(wallet.address() + ":" + wallet.memo()));
    }

    @Test
    void whatever_brings_money_is_read() {
        var memo = new Memo("id", "7");
        add(
                "create_account",
                memo,
                operation -> operation
                        .put("account", network.deposits)
                        .put("funder", "GPAYER")
                        .put("starting_balance", "5.0000000"));
        add(
                "path_payment_strict_send",
                memo,
                operation -> payment(operation, "GPAYER", "2.0000000", "USDC", network.issuer)
                        .put("source_amount", "9.0000000"));
        add("path_payment_strict_receive", memo, operation -> payment(operation, "GPAYER", "3.0000000", null, null));
        var merged = add(
                "account_merge",
                memo,
                operation -> operation.put("account", "GPAYER").put("into", network.deposits));
        network.horizon.payments.effect(
                merged,
                new JsonObject()
                        .put("type", "account_credited")
                        .put("account", network.deposits)
                        .put("asset_type", "native")
                        .put("amount", "4.0000000"));
        network.horizon.payments.effect(
                merged, new JsonObject().put("type", "account_removed").put("account", "GPAYER"));
        add(
                "invoke_host_function",
                memo,
                operation -> operation.put(
                        "asset_balance_changes",
                        List.of(
                                transfer("GSOMEBODY", "1.0000000"),
                                transfer(network.deposits, "6.0000000"),
                                transfer(network.deposits, "7.0000000"))));
        assertThat(receipts())
                .extracting(receipt -> receipt.amount().toString())
                .containsExactlyInAnyOrder(
                        "5 xlm-stellar",
                        "2 usdc-stellar",
                        "3 xlm-stellar",
                        "4 xlm-stellar",
                        "6 usdc-stellar",
                        "7 usdc-stellar");
        assertThat(receipts()).allSatisfy(receipt -> {
            assertThat(receipt.destination().number()).isEqualTo(network.deposits + ":7");
            assertThat(receipt.payer().accountNumber()).isEqualTo("GPAYER");
        });
    }

    @Test
    void what_comes_in_tokens_that_were_switched_off_is_read_and_nobody_is_sent_to_them_any_more() {
        var usdc = new StellarToken(network.usdc.asset(), "USDC", network.issuer, false);
        var xlm = new StellarToken(network.xlm.asset(), null, null, false);
        var module = network.wired(network.settings(), List.of(usdc, xlm));
        var deposits = module.deposits().orElseThrow();
        assertThat(deposits.rail().wallet("usdc-stellar", "stellar", network.clocks.newId()))
                .isEmpty();
        var payouts = module.payouts().orElseThrow().rail();
        assertThat(payouts.serves("xlm-stellar", "stellar")).isFalse();
        assertThat(payouts.returns("xlm-stellar", "stellar"))
                .as("it goes back to who paid it")
                .isTrue();
        assertThat(payouts.returns("eurc-stellar", "stellar")).isFalse();
        var memo = new Memo("id", "8");
        pay("1.5000000", memo);
        add("payment", memo, operation -> payment(operation, "GPAYER", "2.0000000", null, null));
        while (deposits.watcher().step()) {
            // Repeat until everything is read.
        }
        assertThat(known())
                .extracting(receipt -> receipt.amount().toString())
                .containsExactlyInAnyOrder("1.5 usdc-stellar", "2 xlm-stellar");
    }

    @Test
    void what_brings_no_money_of_ours_is_passed_over() {
        var memo = new Memo("id", "7");
        pay("GPAYER", "1.0000000", "USDC", StellarTestNetwork.key().account(), memo);
        pay("GPAYER", "1.0000000", "EURC", network.issuer, memo);
        pay(network.deposits, "1.0000000", "USDC", network.issuer, memo);
        network.horizon.payments.add(
                "payment",
                network.clocks.instant(),
                false,
                memo,
                operation -> payment(operation, "GPAYER", "1.0000000", "USDC", network.issuer));
        add(
                "payment",
                memo,
                operation -> operation
                        .put("from", network.deposits)
                        .put("to", "GPAYEE")
                        .put("amount", "1.0000000")
                        .put("asset_type", "native"));
        network.horizon.payments.add(
                "payment",
                network.clocks.instant().minus(Duration.ofDays(1)),
                true,
                memo,
                operation -> payment(operation, "GPAYER", "1.0000000", "USDC", network.issuer));
        assertThat(receipts()).isEmpty();
        assertThat(network.in().watcher().step()).isFalse();
    }

    /// Anyone may have a contract transfer zero, or merge an empty account.
    @Test
    void nothing_that_moves_is_passed_over_and_what_comes_after_it_is_read() {
        var memo = new Memo("id", "7");
        add(
                "invoke_host_function",
                memo,
                operation -> operation.put("asset_balance_changes", List.of(transfer(network.deposits, "0.0000000"))));
        var merged = add(
                "account_merge",
                memo,
                operation -> operation.put("account", "GPAYER").put("into", network.deposits));
        network.horizon.payments.effect(
                merged,
                new JsonObject()
                        .put("type", "account_credited")
                        .put("account", network.deposits)
                        .put("asset_type", "native")
                        .put("amount", "0.0000000"));
        pay("1.0000000", memo);
        assertThat(receipts())
                .extracting(receipt -> receipt.amount().toString())
                .containsExactly("1 usdc-stellar");
    }

    /// Each record contains its whole transaction, and anyone can make one of a hundred operations.
    @Test
    void payments_that_are_too_large_for_a_page_are_read_in_smaller_ones() {
        var pad = "x".repeat(1 << 19);
        for (int i = 0; i < 40; i++) {
            var memo = new Memo("id", Integer.toString(i));
            add(
                    "payment",
                    memo,
                    operation -> payment(operation, "GPAYER", "1.0000000", "USDC", network.issuer)
                            .put("pad", pad));
        }
        int missed = 0;
        while (known().size() < 40) {
            missed += network.in().watcher().step() ? 0 : 1;
            assertThat(missed).as("each that cannot be had is half as large").isLessThan(10);
        }
        assertThat(missed).isPositive();
        assertThat(numbers()).hasSize(40);
    }

    @Test
    void reading_goes_on_where_it_was_left_off_also_after_a_restart() {
        IntStream.range(0, 450).forEach(i -> pay("1.0000000", new Memo("id", Integer.toString(i))));
        assertThat(network.in().watcher().step()).isTrue();
        assertThat(known()).hasSize(200);
        network.horizon.away(true);
        assertThat(network.in().watcher().step()).isFalse();
        network.horizon.away(false);
        network.restart();
        assertThat(receipts()).hasSize(450);
        pay("1.0000000", new Memo("id", "450"));
        network.restart();
        assertThat(receipts()).hasSize(451);
        assertThat(numbers()).hasSize(451);
    }

    @Test
    void several_watchers_make_one_receipt_of_a_payment() throws Exception {
        IntStream.range(0, 900).forEach(i -> pay("1.0000000", new Memo("id", Integer.toString(i))));
        var watchers = IntStream.range(0, 4)
                .mapToObj(_ -> network.wired().deposits().orElseThrow().watcher())
                .toList();
        try (var threads = Executors.newFixedThreadPool(4)) {
            for (var done : threads.invokeAll(watchers.stream()
                    .map(watcher -> Executors.callable(() -> {
                        while (watcher.step()) {
                            // Repeat until everything is read.
                        }
                    }))
                    .toList())) {
                done.get();
            }
        }
        assertThat(known()).hasSize(900);
        assertThat(numbers()).hasSize(900);
    }

    private HashSet<String> numbers() {
        var numbers = new HashSet<String>();
        known().forEach(receipt -> numbers.add(receipt.destination().number()));
        return numbers;
    }

    private List<IncomingPayment> receipts() {
        read();
        return known();
    }

    private Wallet wallet(UUID deposit) {
        return network.in().rail().wallet("usdc-stellar", "stellar", deposit).orElseThrow();
    }

    private String add(String type, Memo memo, UnaryOperator<JsonObject> more) {
        return network.horizon.payments.add(type, network.clocks.instant(), true, memo, more);
    }

    private void pay(String amount, Memo memo) {
        pay("GPAYER", amount, "USDC", network.issuer, memo);
    }

    private String pay(String payer, String amount, String code, String issuer, Memo memo) {
        return add("payment", memo, operation -> payment(operation, payer, amount, code, issuer));
    }

    private JsonObject payment(
            JsonObject operation, String payer, String amount, @Nullable String code, @Nullable String issuer) {
        operation.put("from", payer).put("to", network.deposits).put("amount", amount);
        return code == null
                ? operation.put("asset_type", "native")
                : operation
                        .put("asset_type", "credit_alphanum4")
                        .put("asset_code", code)
                        .put("asset_issuer", issuer);
    }

    private JsonObject transfer(String to, String amount) {
        return new JsonObject()
                .put("type", "transfer")
                .put("from", "GPAYER")
                .put("to", to)
                .put("amount", amount)
                .put("asset_type", "credit_alphanum4")
                .put("asset_code", "USDC")
                .put("asset_issuer", network.issuer);
    }
}
