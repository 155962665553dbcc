package dev.sluice.resilience.simulate;

import dev.sluice.http.Method;
import dev.sluice.merchant.Organization;
import dev.sluice.money.Money;
import dev.sluice.rail.Destination;
import dev.sluice.rail.sandbox.chain.SandboxChain;
import dev.sluice.resilience.proof.Chance;
import dev.sluice.resilience.proof.Invariant;
import dev.sluice.resilience.simulate.RecordedRequest.Kind;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;

/// Random actions of merchants and payers. Choices depend only on the seed and on public knowledge.
final class ScenarioGenerator {
    private static final List<String> METHODS = List.of("014_VA", "014_TRANSFER", "QRIS", "OVO");
    private static final String WALLET = "0x2c7536E3605D9C16a7a3D7b1898e529396a65c23";
    private static final Duration KEY_KEPT = Duration.ofHours(20);
    /// Path of a deposit's refund.
    static final String REFUND = "/v1/deposit/%s/refund";

    private static final int LATEST = 40;
    /// Small, so that some deposits are refunded more than once.
    private static final int REFUNDED = 10;
    /// Small, so that some payouts still wait at their rail.
    private static final int QUEUED = 2;

    private final World world;
    private final WorkerRunner foreman;
    private final Programs programs;
    private final List<Organization> merchants;
    private final Chance chance;
    private final List<PaymentInstructions> bills;
    private final ConversionClient conversions;

    ScenarioGenerator(
            World world,
            WorkerRunner foreman,
            Market market,
            Programs programs,
            List<Organization> merchants,
            Chance chance) {
        this.world = world;
        this.foreman = foreman;
        this.conversions = new ConversionClient(world, market, programs, merchants, chance);
        this.programs = programs;
        this.merchants = merchants;
        this.chance = chance;
        this.bills = world.payers().bills();
    }

    /// Performs an action, and describes it.
    String next(Life life) {
        int roll = chance.between(1, 100);
        if (roll <= 23) {
            return send(life, payout());
        } else if (roll <= 30) {
            return send(life, walletPayout());
        } else if (roll <= 35) {
            return again(life);
        } else if (roll <= 41) {
            return takeBack(life);
        } else if (roll <= 54) {
            return deposit(life);
        } else if (roll <= 74) {
            return payIn();
        } else if (roll <= 78) {
            return rewrite();
        } else if (roll <= 80) {
            return change(life, Kind.CANCEL_DEPOSIT, Kind.DEPOSIT, "/v1/deposit/%s/cancel", Method.PATCH);
        } else if (roll <= 84) {
            return change(life, Kind.REFUND, Kind.DEPOSIT, REFUND, Method.POST);
        } else if (roll <= 90) {
            return convert(life);
        } else if (roll <= 94) {
            return checkout(life);
        } else if (roll <= 97) {
            return conversions.move();
        }
        return look(life);
    }

    /// Sends a request of a merchant's program.
    String send(Life life) {
        return chance.percent(60) ? send(life, payout()) : again(life);
    }

    private String send(Life life, RecordedRequest requested) {
        return "%d %s %s".formatted(requested.number, requested.kind, programs.send(life, requested));
    }

    private RecordedRequest request(Kind kind, Method method, String target, String body) {
        return programs.prepare(kind, chance.of(merchants), method, target, body);
    }

    private RecordedRequest payout() {
        int items = chance.percent(85) ? 1 : chance.between(2, 12);
        var body = new StringBuilder("{\"currency\":\"IDR\",\"disburseData\":[");
        for (int i = 0; i < items; i++) {
            var amount = chance.percent(4) ? chance.between(50_000_000, 400_000_000) : chance.between(10_000, 900_000);
            var reference = chance.percent(30) ? ",\"reference\":\"r-" + chance.between(1, 400) + "\"" : "";
            body.append(i == 0 ? "" : ",").append("""
                {"amount":%d%s,"recipient":{"name":"Siti Rahayu","email":"siti@example.com","bank":{\
                "bankName":"Bank Central Asia","accountName":"Siti Rahayu","accountNumber":"%d",\
                "bankCode":"014"}}}\
                """.formatted(amount, reference, account()));
        }
        return request(
                Kind.PAYOUT,
                Method.POST,
                "/v2/disbursement/fiat",
                body.append("]}").toString());
    }

    private long account() {
        return 1_000_000_000L + chance.between(1, 99);
    }

    private RecordedRequest walletPayout() {
        return request(Kind.WALLET_PAYOUT, Method.POST, "/v1/disbursement/crypto", """
            {"token":"usdc-polygon","receivers":[{"receiverWalletAddress":"%s","amount":%d}]}\
            """.formatted(
                        WALLET, chance.between(5, 900)));
    }

    /// Converts, and sometimes uses the same quote in another request at once.
    private String convert(Life life) {
        var requested = conversions.conversion(life);
        var text = send(life, requested);
        return requested.promise != null && chance.percent(25)
                ? text + ", and " + send(life, conversions.conversion(requested.promise))
                : text;
    }

    private String again(Life life) {
        var recent = programs.all().reversed().stream()
                .limit(LATEST)
                .filter(each -> each.at.plus(KEY_KEPT).isAfter(world.clock().instant()))
                .toList();
        return recent.isEmpty() ? "nothing to repeat" : "again " + send(life, chance.of(recent));
    }

    /// Cancels a payout. For wallets, it sometimes follows right after the submission, so that the payout may
    /// still be in the rail's queue.
    private String takeBack(Life life) {
        if (chance.percent(30)) {
            return cancel(life, chance.percent(60) ? Kind.PAYOUT : Kind.WALLET_PAYOUT);
        }
        var created = send(life, walletPayout());
        return created + ", " + foreman.work(life, WorkerRunner.PAYOUTS) + ", " + cancel(life, Kind.WALLET_PAYOUT);
    }

    private String cancel(Life life, Kind of) {
        return change(life, Kind.CANCEL_PAYOUT, of, "/v1/disbursement/%s/cancel", Method.PATCH);
    }

    /// Changes a recent object.
    private String change(Life life, Kind kind, Kind of, String target, Method method) {
        int most = kind == Kind.REFUND ? REFUNDED : of == Kind.WALLET_PAYOUT ? QUEUED : LATEST;
        var created = programs.latest(of, most);
        if (created.isEmpty()) {
            return "nothing to change";
        }
        var subject = chance.of(created);
        var id = chance.of(subject.ids);
        return send(life, programs.prepare(kind, subject.organization, method, target.formatted(id), ""));
    }

    private String deposit(Life life) {
        boolean fiat = chance.percent(60);
        var requested = chance.percent(35) ? exchanged(life, fiat) : asItIs(fiat);
        var text = send(life, requested);
        if (requested.state == RecordedRequest.State.DONE) {
            bill(life, requested);
        }
        return text;
    }

    private RecordedRequest exchanged(Life life, boolean fiat) {
        return fiat ? conversions.moneyIn(life, chance.of(METHODS)) : conversions.tokensIn(life);
    }

    private RecordedRequest asItIs(boolean fiat) {
        int amount = fiat ? chance.between(20_000, 5_000_000) : chance.between(10, 3_000);
        return fiat
                ? request(Kind.DEPOSIT, Method.POST, "/v1/deposit/fiat", """
                    {"inputCurrency":"IDR","outputCurrency":"IDR","balanceType":"fiat","paymentMethod":"%s",\
                    "inputAmount":%d}\
                    """.formatted(chance.of(METHODS), amount))
                : request(Kind.WALLET_DEPOSIT, Method.POST, "/v1/deposit/crypto", """
                    {"inputCurrency":"usdc-polygon","inputAmount":%d}\
                    """.formatted(amount));
    }

    /// Shows the payers a deposit's bill, as the API returns it.
    private void bill(Life life, RecordedRequest requested) {
        boolean tokens = requested.kind == Kind.WALLET_DEPOSIT;
        var data = programs.look(
                life, requested.organization, PaymentInstructions.target(tokens, requested.ids.getFirst()));
        if (data != null) {
            world.payers()
                    .show(
                            tokens
                                    ? PaymentInstructions.crypto(requested.organization, data)
                                    : PaymentInstructions.fiat(requested.organization, data));
        }
    }

    /// Pays mostly the requested amount once, and sometimes in every other way.
    private String payIn() {
        if (bills.isEmpty()) {
            return "nobody pays";
        }
        var bill = bills.get(Math.max(0, bills.size() - chance.between(1, Math.min(LATEST, bills.size()))));
        int roll = chance.between(1, 100);
        if (roll <= 5) {
            world.tally().count(FaultPlan.RECEIPT_TWICE);
            return "told again of " + repeat();
        }
        var amount = bill.amount();
        if (roll > 85) {
            world.tally().count(FaultPlan.ANOTHER_SUM);
            amount = Money.rounded(
                    amount.decimal().multiply(BigDecimal.valueOf(chance.between(20, 180), 2)),
                    amount.asset(),
                    RoundingMode.HALF_UP);
        }
        var destination = bill.destination();
        if (roll > 97) {
            world.tally().count(FaultPlan.PAID_TO_NOBODY);
            destination =
                    new Destination(destination.currency(), destination.method(), "99" + chance.between(1, 999_999));
        }
        var paid = world.payers().pay(bill.rail(), destination, amount);
        return "paid in " + paid.key + " " + amount;
    }

    private String repeat() {
        var all = world.payers().payments();
        if (all.isEmpty()) {
            return "nothing";
        }
        var one = chance.of(all);
        world.payers().repeat(one);
        return one.key;
    }

    /// Simulates a reorg of one of the latest payments on a chain.
    private String rewrite() {
        var onChain = world.payers().payments().reversed().stream()
                .filter(each -> each.rail.equals(SandboxChain.NAME))
                .limit(LATEST)
                .toList();
        if (onChain.isEmpty()) {
            return "the chain stands";
        }
        var payment = chance.of(onChain);
        if (payment.vanished) {
            world.tally().count(FaultPlan.PAYMENT_COMES_BACK);
            world.payers().reappear(payment);
            return payment.key + " comes back";
        }
        world.tally().count(FaultPlan.PAYMENT_VANISHES);
        world.payers().vanish(payment);
        return payment.key + " vanishes";
    }

    private String checkout(Life life) {
        var pages = programs.latest(Kind.CHECKOUT, LATEST);
        if (pages.isEmpty() || chance.percent(45)) {
            return send(life, request(Kind.CHECKOUT, Method.POST, "/v1/checkout", """
                {"inputCurrency":"IDR","inputAmount":%d}\
                """.formatted(
                            chance.between(20_000, 2_000_000))));
        }
        var page = chance.of(pages);
        var text = "page %d chosen %s".formatted(page.number, programs.choose(life, page, chance.of(METHODS)));
        if (programs.isChosen(life, page)) {
            bill(life, page);
        }
        return text;
    }

    private String look(Life life) {
        var created = programs.latest(Kind.PAYOUT, LATEST);
        if (created.isEmpty()) {
            return "nothing to look at";
        }
        var requested = chance.of(created);
        var found = programs.look(life, requested.organization, "/v1/disbursement/fiat/" + requested.ids.getFirst());
        world.findings()
                .unless(
                        found != null || life.isDead(),
                        Invariant.NOTHING_ACKNOWLEDGED_IS_LOST,
                        "a payout of request " + requested.number);
        return "looked at " + requested.number;
    }
}
