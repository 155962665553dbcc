package dev.sluice.bench.seed;

import dev.sluice.db.Database;
import dev.sluice.http.JsonObject;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.Destination;
import dev.sluice.rail.IncomingPayment;
import dev.sluice.rail.IncomingPayments;
import dev.sluice.rail.Payer;
import dev.sluice.rail.sandbox.SandboxRail;
import dev.sluice.vault.Vault;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// Final deposits: most paid, some expired, and a few with a wrong amount, which wait for an operator. The service
/// itself creates them on a past clock: requested by the thousand, paid, and left to expire. So the rows are genuine,
/// but they take longer than payouts, which are written directly.
///
/// They lie in the year before the first payouts, so that the statement's lines are in order if deposits are created
/// first.
public final class PastDeposits implements AutoCloseable {
    private static final int ASKED_AT_ONCE = 1_000;
    private static final Duration PAID_AFTER = Duration.ofMinutes(20);
    private static final int THOUSAND = 1_000;
    /// Deposits per thousand that are paid, and those among them with a wrong amount.
    private static final int PAID = 920;

    private static final int PAID_WRONG = 2;

    private static final String CURRENCY = "IDR";
    private static final Asset ASSET = Asset.fiat(CURRENCY, 2);
    private static final String METHOD = "014_VA";
    private static final int STEP = 1_000;
    private static final int STEPS_MIN = 10;
    private static final int STEPS_MAX = 2_000;
    private static final int ACCOUNT_MIN = 1_000_000_000;

    /// Workers for deposits and for expiring data.
    private static final List<String> WORK =
            List.of("deposit-payments", "deposit-expiry", "directory-sweep", "idempotency-sweep");

    private final Database database;
    private final IncomingPayments payments;
    private final PastService service;
    private final RandomGenerator random;

    private PastDeposits(Database database, byte[] masterKey, UUID organization, Instant now, long randomSeed) {
        this.database = database;
        this.payments = new IncomingPayments(Vault.open(database, masterKey));
        this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(randomSeed);
        this.service = new PastService(database, masterKey, organization, beginning(now));
    }

    /// Returns the time of the first deposit.
    static Instant beginning(Instant now) {
        return Schedule.of(1, now).beginning().minus(PastService.LIFE);
    }

    /// Creates deposits of an organization in a sandbox's database.
    ///
    /// @param now the present
    /// @param randomSeed the same seed gives the same amounts and endings
    /// @param progress receives the number of deposits from time to time
    public static void make(
            Database database,
            byte[] masterKey,
            UUID organization,
            long count,
            Instant now,
            long randomSeed,
            LongConsumer progress) {
        try (var deposits = new PastDeposits(database, masterKey, organization, now, randomSeed)) {
            deposits.service.live(count, ASKED_AT_ONCE, WORK, deposits::make, progress);
        }
    }

    private void make(int count) {
        var bills = create(count);
        service.pass(PAID_AFTER);
        pay(bills);
        service.work(WORK);
    }

    private List<JsonNode> create(int count) {
        var wanted = Stream.generate(this::wanted).limit(count).toList();
        return service.make("/v1/deposit/fiat/bulk", new JsonObject().put("depositData", wanted))
                .path("depositData")
                .valueStream()
                .toList();
    }

    private JsonObject wanted() {
        return new JsonObject()
                .put("inputCurrency", CURRENCY)
                .put("outputCurrency", CURRENCY)
                .put("balanceType", "fiat")
                .put("paymentMethod", METHOD)
                .put("inputAmount", BigDecimal.valueOf((long) STEP * random.nextInt(STEPS_MIN, STEPS_MAX)))
                .put("reference", "ORDER-" + UUID.randomUUID());
    }

    private void pay(List<JsonNode> bills) {
        var paid = new ArrayList<IncomingPayment>();
        for (var bill : bills) {
            int lot = random.nextInt(THOUSAND);
            if (lot < PAID) {
                paid.add(receipt(bill, lot < PAID_WRONG));
            }
        }
        database.run(tx -> payments.add(tx, paid));
    }

    private IncomingPayment receipt(JsonNode bill, boolean wrong) {
        var id = bill.path("depositId").stringValue();
        var number = bill.path("paymentFiat").path("accountNumber").stringValue();
        var requested = Money.exactly(bill.path("inputAmount").decimalValue(), ASSET);
        var one = new Money(BigInteger.valueOf(STEP), ASSET);
        return new IncomingPayment(
                SandboxRail.NAME,
                id,
                new Destination(CURRENCY, METHOD, number),
                wrong ? requested.plus(one) : requested,
                new Payer(
                        "SBX" + id,
                        PersonName.any(random).full(),
                        "Bank Central Asia",
                        "014",
                        Integer.toString(random.nextInt(ACCOUNT_MIN, Integer.MAX_VALUE)),
                        null),
                "Payment " + number,
                service.past().instant(),
                service.past().instant());
    }

    @Override
    public void close() {
        service.close();
    }
}
