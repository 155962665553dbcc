package dev.sluice.rail.sandbox;

import dev.sluice.auth.Caller;
import dev.sluice.auth.Guard;
import dev.sluice.auth.Scope;
import dev.sluice.http.Answer;
import dev.sluice.http.Envelope;
import dev.sluice.http.Fields;
import dev.sluice.http.JsonObject;
import dev.sluice.http.Method;
import dev.sluice.http.Request;
import dev.sluice.http.Route;
import dev.sluice.idempotency.Claim;
import dev.sluice.idempotency.IdempotentRequests;
import dev.sluice.money.Money;
import dev.sluice.rail.sandbox.PayerWallet.ReportSequence;
import dev.sluice.refusal.Refusal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;

/// `POST /v1/sandbox/deposit/{depositId}/pay`: simulates the payment of a deposit, in full or with another amount, at
/// once or after a delay. The payment can be reported once or twice, or be reversed after a while.
public final class SandboxPayRoutes {
    private static final BigInteger TIMES_MAX = BigInteger.valueOf(1_000);
    private static final Duration DELAY_MAX = Duration.ofDays(90);

    private final IdempotentRequests idempotency;
    private final Envelope envelope;
    private final PayerWallet payers;
    private final SandboxInvoice.Lookup invoices;
    private final boolean sandbox;

    private SandboxPayRoutes(
            IdempotentRequests idempotency,
            Envelope envelope,
            PayerWallet payers,
            SandboxInvoice.Lookup invoices,
            boolean sandbox) {
        this.idempotency = idempotency;
        this.envelope = envelope;
        this.payers = payers;
        this.invoices = invoices;
        this.sandbox = sandbox;
    }

    /// @param sandbox true if this deployment is a sandbox
    public static List<Route> wire(
            Guard guard,
            IdempotentRequests idempotency,
            Envelope envelope,
            PayerWallet payers,
            SandboxInvoice.Lookup invoices,
            boolean sandbox) {
        var routes = new SandboxPayRoutes(idempotency, envelope, payers, invoices, sandbox);
        return List.of(guard.write(Method.POST, "/v1/sandbox/deposit/{depositId}/pay", Scope.DEPOSITS, routes::pay));
    }

    private Answer pay(Caller caller, Request request, Claim claim) {
        if (!sandbox) {
            throw Refusal.SANDBOX_ONLY.refused();
        }
        var id = request.id("depositId", Refusal.DEPOSIT_NOT_FOUND);
        var invoice = invoices.find(caller.organizationId(), id).orElseThrow(Refusal.DEPOSIT_NOT_FOUND::refused);
        if (invoice.forced()) {
            throw Refusal.DEPOSIT_NOT_PAYABLE.refused("status", "was forced, so reports of the bank no longer apply");
        }
        var fields = request.fieldsIfAny();
        var amount = amount(fields, invoice);
        var delay = Durations.optional(fields, "delay", DELAY_MAX, "must be at most " + DELAY_MAX.toDays() + " days");
        var reports = reports(fields, invoice);
        fields.findings().throwIfAny();
        return idempotency.once(claim, tx -> {
            var paid = payers.pay(tx, invoice, amount, delay, reports);
            return envelope.ok(
                    request,
                    "Payment is on its way",
                    new JsonObject()
                            .put("paymentId", paid.id())
                            .put("depositId", invoice.depositId())
                            .put("amount", amount.decimal())
                            .put("currency", amount.asset().code())
                            .put("arrivesAt", paid.arrivesAt()));
        });
    }

    private ReportSequence reports(Fields fields, SandboxInvoice invoice) {
        boolean duplicate = fields.flag("duplicate");
        boolean vanish = fields.flag("vanish");
        boolean reappear = fields.flag("reappear");
        if (vanish && !payers.canVanish(invoice)) {
            fields.findings()
                    .add(fields.path("vanish"), "INVALID_VALUE", "is allowed only for payments on EVM networks");
        }
        if (vanish && duplicate) {
            fields.findings().add(fields.path("duplicate"), "CONFLICT", "must not be given together with vanish");
        }
        if (reappear && !vanish) {
            fields.findings().add(fields.path("reappear"), "INVALID_VALUE", "is allowed only for vanishing payments");
        }
        if (reappear) {
            return ReportSequence.REAPPEARS;
        }
        return vanish ? ReportSequence.VANISHES : duplicate ? ReportSequence.TWICE : ReportSequence.ONCE;
    }

    private static Money amount(Fields fields, SandboxInvoice invoice) {
        var asset = invoice.amount().asset();
        var given = fields.positive("amount");
        if (given.isEmpty()) {
            return invoice.amount();
        }
        if (!Money.fits(given.get(), asset)) {
            fields.findings()
                    .add(
                            fields.path("amount"),
                            "TOO_MANY_DECIMALS",
                            "must have at most " + asset.exponent() + " decimals in " + asset.code());
            return invoice.amount();
        }
        var amount = Money.exactly(given.get(), asset);
        if (amount.units().compareTo(invoice.amount().units().multiply(TIMES_MAX)) > 0) {
            fields.findings()
                    .add(fields.path("amount"), "OUT_OF_RANGE", "must be at most a thousand times " + invoice.amount());
        }
        if (invoice.exact() && !amount.equals(invoice.amount())) {
            fields.findings()
                    .add(
                            fields.path("amount"),
                            "OUT_OF_RANGE",
                            "must be " + invoice.amount() + ": the payer's bank accepts no other amount");
        }
        return amount;
    }
}
