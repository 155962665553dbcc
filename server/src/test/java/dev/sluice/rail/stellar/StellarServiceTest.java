package dev.sluice.rail.stellar;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import dev.sluice.app.TestService;
import dev.sluice.money.Money;
import dev.sluice.rail.Alerts;
import dev.sluice.rail.IncomingPayments;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.PayoutSuspension;
import dev.sluice.rail.Rail;
import dev.sluice.rail.RailHealth;
import dev.sluice.rail.Wallet;
import dev.sluice.rail.stellar.StandInDocuments.Memo;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.math.BigInteger;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// A whole node that is configured only by the URL of a Horizon: its workers pay and watch, with the tokens of the
/// reference data.
class StellarServiceTest {
    private static final String PASSPHRASE = "Stand-in of a network ; November 2026";
    private static final String SEED = "SBGWSG6BTNCKCOB3DIFBGCVMUPQFYPA2G4O34RMTB343OYPXU5DJDVMN";
    private static final String ISSUER = "GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN";
    private static final long COIN = StellarTestNetwork.COIN;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Test
    void a_node_pays_and_watches_on_stellar() throws Exception {
        var ledger = new StandInLedger(PASSPHRASE, InstantSource.system());
        var hot = SecretKey.of(SEED);
        var deposits = StellarTestNetwork.key().account();
        ledger.account(hot.account(), 100 * COIN).trust("USDC", ISSUER, Long.MAX_VALUE, 1_000 * COIN);
        var payee = ledger.account(StellarTestNetwork.key().account(), 5 * COIN);
        var line = payee.trust("USDC", ISSUER, Long.MAX_VALUE, 0);
        ledger.account(deposits, 5 * COIN);
        try (var horizon = new StandIn(ledger, PASSPHRASE);
                var service = TestService.start(Map.of(
                        "SLUICE_STELLAR_HORIZON", horizon.uri().toString(),
                        "SLUICE_STELLAR_PASSPHRASE", PASSPHRASE,
                        "SLUICE_STELLAR_SECRET_SEED", SEED,
                        "SLUICE_STELLAR_DEPOSIT_ACCOUNT", deposits))) {
            var rail = rail(service, horizon, hot);
            var instruction = instruction(service, payee.id);
            rail.submit(List.of(instruction));
            Eventually.within(
                    PATIENCE,
                    "the workers pay it out",
                    () -> rail.queryOutcomes(List.of(instruction.payout())).getFirst() instanceof Outcome.Settled);
            assertThat(line.balance).isEqualTo(7 * COIN);
            assertThat(metrics(service)).contains("sluice_stellar_hot_spendable_stroops{token=\"usdc-stellar\"}");

            horizon.payments.add(
                    "payment",
                    Instant.now(),
                    true,
                    new Memo("id", "7"),
                    operation -> operation
                            .put("from", "GPAYER")
                            .put("to", deposits)
                            .put("amount", "2.0000000")
                            .put("asset_type", "native"));
            Eventually.within(PATIENCE, "the workers see it come in", () -> receipts(service) == 1);
        }
    }

    private static Instruction instruction(TestService service, String payee) {
        var token = StellarToken.issued("usdc-stellar", "USDC", ISSUER);
        return new Instruction(
                new PayoutRef(StellarTestNetwork.ORGANIZATION, service.clocks().newId()),
                new Money(BigInteger.valueOf(7 * COIN), token.asset()),
                new Wallet("stellar", payee, null),
                null);
    }

    /// Returns the rail of another node; it only stores payouts and reports their state.
    private static Rail rail(TestService service, StandIn horizon, SecretKey hot) {
        var settings = new StellarSettings(
                List.of(horizon.uri()),
                PASSPHRASE,
                Optional.of(hot),
                List.of(),
                Optional.empty(),
                StellarSettings.FEE_MAX);
        var dependencies = new StellarModule.Dependencies(
                service.connections(),
                service.clocks(),
                new IncomingPayments(service.vault()),
                new SimpleMeterRegistry(),
                PayoutSuspension.NONE,
                new RailHealth(service.clocks()),
                new Alerts(service.connections(), service.clocks(), (_, _) -> {}),
                service.vault());
        var tokens = List.of(StellarToken.coin("xlm-stellar"), StellarToken.issued("usdc-stellar", "USDC", ISSUER));
        return StellarModule.wire(dependencies, settings, () -> tokens)
                .payouts()
                .orElseThrow()
                .rail();
    }

    private static long receipts(TestService service) {
        return service.connections()
                .read(handle -> handle.createQuery("SELECT count(*) FROM rail_incoming_payment WHERE rail = 'stellar'")
                        .mapTo(Long.class)
                        .one());
    }

    private static String metrics(TestService service) throws Exception {
        try (var client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(service.baseUrl().resolve("/metrics"))
                    .build();
            return client.send(request, BodyHandlers.ofString()).body();
        }
    }
}
