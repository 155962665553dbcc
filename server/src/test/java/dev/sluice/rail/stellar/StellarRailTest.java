package dev.sluice.rail.stellar;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.db.TestDatabase;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.Cancellation;
import dev.sluice.rail.FailureCode;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.Rail;
import dev.sluice.rail.RailContract;
import dev.sluice.rail.Wallet;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// The rail to Stellar fulfils the contract of rails.
class StellarRailTest extends RailContract {
    private static final int CHANNELS = 20;
    private static TestDatabase database;
    private static StellarTestNetwork network;
    private static StandInAccount payee;

    @BeforeAll
    static void open() {
        database = TestDatabase.create();
        network = new StellarTestNetwork(database.database(), CHANNELS);
        payee = network.payee();
    }

    @AfterAll
    static void close() {
        network.close();
        database.close();
    }

    @Override
    protected Rail rail() {
        return network.rail();
    }

    @Override
    protected Rail restarted() {
        return network.wired().payouts().orElseThrow().rail();
    }

    @Override
    protected Instruction instruction() {
        return network.usdc(payee.id, StellarTestNetwork.COIN, "INV-1");
    }

    @Override
    protected Instruction doomed() {
        return network.usdc(StellarTestNetwork.key().account(), StellarTestNetwork.COIN, null);
    }

    @Override
    protected List<Instruction> difficult() {
        return List.of(
                instruction(),
                doomed(),
                network.xlm(StellarTestNetwork.key().account(), 2 * StellarTestNetwork.COIN, null),
                network.xlm(payee.id, 1, "12345"));
    }

    @Override
    protected Instant now() {
        return network.clocks.instant();
    }

    @Override
    protected void pass(Duration duration) {
        network.pass(duration);
    }

    @Test
    void it_serves_its_tokens_on_its_network_alone() {
        assertThat(rail().serves("usdc-stellar", "stellar")).isTrue();
        assertThat(rail().serves("xlm-stellar", "stellar")).isTrue();
        assertThat(rail().serves("usdc-polygon", "polygon")).isFalse();
        assertThat(rail().serves("usdc-stellar", "polygon")).isFalse();
        assertThat(rail().sender("stellar")).contains(network.hot.account());
        assertThat(rail().sender("polygon")).isEmpty();
    }

    @Test
    void a_settled_payout_shows_its_transaction_and_what_it_cost() {
        var instruction = instruction();
        submit(instruction);
        pass(Duration.ofSeconds(5));
        var settled = (Outcome.Settled) ask(instruction);
        var applied = network.ledger.applied(settled.railReference()).orElseThrow();
        assertThat(settled.onChain()).satisfies(chain -> {
            assertThat(chain.sender()).isEqualTo(network.hot.account());
            assertThat(chain.gasEstimated()).isEqualTo(network.xlm.money(100));
            assertThat(chain.gasCharged()).isEqualTo(network.xlm.money(applied.feeCharged()));
            assertThat(chain.gasUsed()).isNull();
        });
        assertThat(settled.at()).isEqualTo(applied.at());
    }

    @Test
    void what_cannot_be_paid_keeps_nothing_back_that_was_submitted_with_it() {
        var paid = network.payee();
        var usual = network.usdc(paid.id, 7, null);
        var unknown = instruction(paid, Asset.crypto("eurc-stellar", 7));
        var fewerDecimals = instruction(paid, Asset.crypto("usdc-stellar", 6));
        var moreDecimals = instruction(paid, Asset.crypto("usdc-stellar", 18));
        var all = List.of(moreDecimals, unknown, usual, fewerDecimals);
        assertThat(rail().submit(all).getFirst())
                .isInstanceOfSatisfying(
                        Outcome.Rejected.class,
                        rejected -> assertThat(rejected.code()).isEqualTo(FailureCode.TRANSACTION_FAILED));
        pass(Duration.ofSeconds(20));
        assertThat(ask(usual)).isInstanceOf(Outcome.Settled.class);
        assertThat(ask(fewerDecimals)).isInstanceOf(Outcome.Settled.class);
        assertThat(network.held(paid)).isEqualTo(7 + 30);
        assertThat(ask(unknown)).isInstanceOf(Outcome.Accepted.class);
        assertThat(network.meters.get("sluice.stellar.payouts.waiting").gauge().value())
                .isEqualTo(1);
        assertThat(rail().cancel(unknown.payout())).isEqualTo(Cancellation.CANCELLED);
    }

    /// Returns an instruction of three units of an asset.
    private static Instruction instruction(StandInAccount payee, Asset asset) {
        return new Instruction(
                new PayoutRef(StellarTestNetwork.ORGANIZATION, network.clocks.newId()),
                new Money(BigInteger.valueOf(3), asset),
                new Wallet("stellar", payee.id, null),
                null);
    }

    @Test
    void while_the_database_is_away_nothing_is_known_and_nothing_fails() {
        var away = TestDatabase.create();
        try (var lonely = new StellarTestNetwork(away.database(), 0)) {
            var instruction = lonely.usdc(payee.id, 1, null);
            away.close();
            assertThat(lonely.submit(instruction)).isInstanceOf(Outcome.Unknown.class);
            assertThat(lonely.queryOutcome(instruction)).isInstanceOf(Outcome.Unknown.class);
        }
    }
}
