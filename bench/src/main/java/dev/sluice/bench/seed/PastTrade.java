package dev.sluice.bench.seed;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.http.JsonObject;
import dev.sluice.ledger.Funding;
import dev.sluice.ledger.Ledger;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.reference.ReferenceLoader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Stream;

/// Other activity of an organization: payouts to wallets, token deposits, most of them paid, conversions, and unused
/// checkout links, equally many of each. The service itself creates them all, in the year before the deposits.
public final class PastTrade implements AutoCloseable {
    private static final int EACH_AT_ONCE = 50;
    private static final Duration A_WHILE = Duration.ofMinutes(10);

    /// Deposits per hundred that are paid.
    private static final int PAID = 90;

    private static final int HUNDRED = 100;
    private static final String TOKEN = "usdc-polygon";
    private static final int DECIMALS = 6;
    private static final int AMOUNT_MIN = 10;
    private static final int AMOUNT_MAX = 100;
    private static final int FEE_MAX = 10;
    private static final int CHECKOUT_UNITS = 1_000;
    private static final int WALLET_BYTES = 20;

    /// Workers for these objects and for expiring data.
    private static final List<String> WORK = List.of(
            "disbursement-1",
            "sandbox-chain",
            "disbursement-reports",
            "deposit-payments",
            "deposit-expiry",
            "checkout-sweep",
            "directory-sweep",
            "idempotency-sweep");

    private final PastService service;
    private final RandomGenerator random;

    private PastTrade(Database database, byte[] masterKey, UUID organization, Instant now, long randomSeed) {
        this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(randomSeed);
        new ReferenceLoader(database, new Clocks(() -> now)).load();
        this.service = new PastService(
                database, masterKey, organization, PastDeposits.beginning(now).minus(PastService.LIFE));
    }

    /// Creates this many of each, for an organization in a sandbox's database.
    ///
    /// @param now the present
    /// @param randomSeed the same seed gives the same amounts and endings
    /// @param progress receives the number of each from time to time
    public static void make(
            Database database,
            byte[] masterKey,
            UUID organization,
            long count,
            Instant now,
            long randomSeed,
            LongConsumer progress) {
        try (var trade = new PastTrade(database, masterKey, organization, now, randomSeed)) {
            trade.fund(database, organization, count);
            trade.service.live(count, EACH_AT_ONCE, WORK, trade::make, progress);
        }
    }

    /// Credits the maximum cost of all payouts and conversions.
    private void fund(Database database, UUID organization, long count) {
        var most = BigInteger.valueOf(2 * count * (AMOUNT_MAX + FEE_MAX)).multiply(BigInteger.TEN.pow(DECIMALS));
        var clocks = service.past().clocks();
        var funding = new Funding(new Ledger(clocks), clocks);
        var amount = new Money(most, Asset.crypto(TOKEN, DECIMALS));
        database.run(tx -> funding.deposit(tx, organization, List.of(amount)));
    }

    private void make(int count) {
        payWallets(count);
        times(count, this::askForTokens);
        times(count, this::convert);
        times(count, this::makeLink);
        service.work(WORK);
        service.pass(A_WHILE);
        service.work(WORK);
    }

    private static void times(int count, Runnable what) {
        for (int i = 0; i < count; i++) {
            what.run();
        }
    }

    private void payWallets(int count) {
        Supplier<JsonObject> receiver = () -> new JsonObject()
                .put("amount", amount())
                .put("receiverWalletAddress", "0x" + hex(WALLET_BYTES))
                .put("reference", "PAYOUT-" + UUID.randomUUID());
        service.make(
                "/v1/disbursement/crypto",
                new JsonObject()
                        .put("token", TOKEN)
                        .put("receivers", Stream.generate(receiver).limit(count).toList()));
    }

    private void askForTokens() {
        var wanted = new JsonObject()
                .put("inputCurrency", TOKEN)
                .put("inputAmount", amount())
                .put("reference", "ORDER-" + UUID.randomUUID());
        var id = service.make("/v1/deposit/crypto", wanted).path("depositId").stringValue();
        if (random.nextInt(HUNDRED) < PAID) {
            service.act("/v1/sandbox/deposit/" + id + "/pay");
        }
    }

    private void convert() {
        service.make(
                "/v1/convert",
                new JsonObject()
                        .put("input", new JsonObject().put("currency", TOKEN).put("amount", amount()))
                        .put("output", new JsonObject().put("currency", "IDR")));
    }

    private void makeLink() {
        service.make(
                "/v1/checkout",
                new JsonObject()
                        .put("inputCurrency", "IDR")
                        .put("inputAmount", amount().multiply(BigDecimal.valueOf(CHECKOUT_UNITS)))
                        .put("reference", "LINK-" + UUID.randomUUID())
                        .put("customerName", PersonName.any(random).full()));
    }

    private BigDecimal amount() {
        return BigDecimal.valueOf(random.nextInt(AMOUNT_MIN, AMOUNT_MAX));
    }

    private String hex(int bytes) {
        var some = new byte[bytes];
        random.nextBytes(some);
        return HexFormat.of().formatHex(some);
    }

    @Override
    public void close() {
        service.close();
    }
}
