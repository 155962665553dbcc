package dev.sluice.rail.stellar.deposit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.http.JsonObject;
import dev.sluice.rail.stellar.StandIn;
import dev.sluice.rail.stellar.StandInDocuments.Memo;
import dev.sluice.rail.stellar.StandInPayments.Told;
import dev.sluice.rail.stellar.StandInResults;
import dev.sluice.rail.stellar.StellarSettings;
import dev.sluice.rail.stellar.StellarTestNetwork;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.stellar.sdk.xdr.PaymentResultCode;

/// Operations that omit their amount, such as the balance transferred by an account merge. The amount is found or
/// waited for, and no later operation waits for it.
class StellarUnreadTest extends StellarDepositCase {
    private static final Memo MEMO = new Memo("id", "7");
    private static final Duration ASKED_AGAIN = Duration.ofSeconds(31);

    @Test
    void what_an_account_had_left_that_was_closed_is_read_off_the_result_of_its_transaction() {
        var amounts = new long[] {30_000_000, 45_000_000, 0};
        merged(network.horizon, StandInResults.merged(null, amounts), 1);
        merged(network.horizon, StandInResults.merged(new byte[32], amounts), 0);
        merged(network.horizon, StandInResults.merged(null, amounts), 2);
        read();
        assertThat(amounts()).containsExactlyInAnyOrder("4.5 xlm-stellar", "3 xlm-stellar");
        assertThat(unread()).isZero();
    }

    /// The result at the operation's index is not that of a merge, or is missing.
    @Test
    void a_result_that_is_of_something_else_says_nothing() {
        var other = StandInResults.encoded(StandInResults.payment(PaymentResultCode.PAYMENT_SUCCESS), 100, null);
        effect(network.horizon, merged(network.horizon, other, 0), "2.0000000");
        for (var result : List.of(StandInResults.merged(null, 1), "AAAA", "no XDR")) {
            effect(network.horizon, merged(network.horizon, result, 1), "2.0000000");
        }
        read();
        assertThat(amounts()).hasSize(4).containsOnly("2 xlm-stellar");
    }

    @Test
    void what_cannot_be_read_holds_up_nothing_after_it_and_is_read_once_it_can_be() {
        pay("1.0000000");
        var merged = merged(network.horizon, null, 0);
        IntStream.range(0, 250).forEach(_ -> pay("2.0000000"));
        var second = merged(network.horizon, null, 0);
        pay("3.0000000");
        read();
        assertThat(amounts()).hasSize(252).contains("3 usdc-stellar").doesNotContain("4 xlm-stellar");
        assertThat(unread()).isEqualTo(2);
        effect(network.horizon, merged, "4.0000000");
        read();
        assertThat(amounts()).hasSize(252);
        pass();
        assertThat(amounts()).hasSize(253).contains("4 xlm-stellar");
        assertThat(unread()).isEqualTo(1);
        pay("6.0000000");
        read();
        assertThat(amounts()).contains("6 usdc-stellar");
        effect(network.horizon, second, "5.0000000");
        pass();
        assertThat(amounts()).hasSize(255).contains("5 xlm-stellar");
        assertThat(unread()).isZero();
    }

    @Test
    void after_a_restart_it_is_asked_for_still() {
        var merged = merged(network.horizon, null, 0);
        pay("1.0000000");
        read();
        network.restart();
        pay("2.0000000");
        read();
        assertThat(amounts()).containsExactlyInAnyOrder("1 usdc-stellar", "2 usdc-stellar");
        effect(network.horizon, merged, "4.0000000");
        network.restart();
        read();
        assertThat(amounts()).containsExactlyInAnyOrder("1 usdc-stellar", "2 usdc-stellar", "4 xlm-stellar");
    }

    @Test
    void another_horizon_is_asked_that_may_have_it() {
        try (var other = new StandIn(network.ledger, StellarTestNetwork.PASSPHRASE)) {
            merged(network.horizon, null, 0);
            effect(other, merged(other, null, 0), "4.0000000");
            var alone = network.settings();
            var both = new StellarSettings(
                    List.of(network.horizon.uri(), other.uri()),
                    alone.passphrase(),
                    alone.hot(),
                    alone.channels(),
                    alone.deposits(),
                    alone.feeMax());
            var watcher = network.wired(both).deposits().orElseThrow().watcher();
            assertThat(watcher.step()).isTrue();
            assertThat(amounts()).containsExactly("4 xlm-stellar");
        }
    }

    private void pass() {
        network.now.set(network.now.get().plus(ASKED_AGAIN));
        read();
    }

    private double unread() {
        return network.meters.get("sluice.stellar.deposits.unread").gauge().value();
    }

    private List<String> amounts() {
        return known().stream().map(payment -> payment.amount().toString()).toList();
    }

    /// @param order index of the operation in its transaction
    private String merged(StandIn horizon, @Nullable String result, int order) {
        return horizon.payments.add(
                new Told("account_merge", network.clocks.instant(), true, MEMO, result, order),
                operation -> operation.put("account", "GPAYER").put("into", network.deposits));
    }

    private void effect(StandIn horizon, String operation, String amount) {
        horizon.payments.effect(
                operation,
                new JsonObject()
                        .put("type", "account_credited")
                        .put("account", network.deposits)
                        .put("asset_type", "native")
                        .put("amount", amount));
    }

    private void pay(String amount) {
        network.horizon.payments.add(
                "payment",
                network.clocks.instant(),
                true,
                MEMO,
                operation -> operation
                        .put("from", "GPAYER")
                        .put("to", network.deposits)
                        .put("amount", amount)
                        .put("asset_type", "credit_alphanum4")
                        .put("asset_code", "USDC")
                        .put("asset_issuer", network.issuer));
    }
}
