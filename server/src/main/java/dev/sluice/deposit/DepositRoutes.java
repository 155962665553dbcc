package dev.sluice.deposit;

import dev.sluice.auth.Caller;
import dev.sluice.auth.Guard;
import dev.sluice.auth.Scope;
import dev.sluice.deposit.create.CryptoDepositRequests;
import dev.sluice.deposit.create.DepositRequests;
import dev.sluice.deposit.create.DepositRequests.Parsed;
import dev.sluice.deposit.lane.Command.Cancel;
import dev.sluice.deposit.lane.Command.Create;
import dev.sluice.deposit.lane.Command.Force;
import dev.sluice.deposit.query.DepositFilter;
import dev.sluice.deposit.refund.RefundSteps;
import dev.sluice.deposit.refund.Refunds;
import dev.sluice.http.Answer;
import dev.sluice.http.Envelope;
import dev.sluice.http.Ids;
import dev.sluice.http.JsonObject;
import dev.sluice.http.Method;
import dev.sluice.http.Page;
import dev.sluice.http.Request;
import dev.sluice.http.Route;
import dev.sluice.idempotency.Claim;
import dev.sluice.merchant.Organizations;
import dev.sluice.refusal.Refusal;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The endpoints of deposits.
final class DepositRoutes {
    private static final String FIAT = "fiat";
    private static final String CRYPTO = "crypto";
    private static final int STATUS_LENGTH_MAX = 32;
    private static final int ID_LENGTH_MAX = 64;
    /// Time of the deprecation of the endpoints for both types: 2026-11-01, in the format of RFC 9745.
    private static final String DEPRECATED_SINCE = "@1793491200";

    private final Guard guard;
    private final Envelope envelope;
    private final Deposits deposits;
    private final DepositRequests requests;
    private final CryptoDepositRequests cryptoRequests;
    private final Refunds refunds;
    private final RefundSteps refundSteps;
    private final Organizations organizations;
    private final boolean sandbox;

    DepositRoutes(
            Guard guard,
            Envelope envelope,
            Deposits deposits,
            DepositRequests requests,
            CryptoDepositRequests cryptoRequests,
            Refunds refunds,
            RefundSteps refundSteps,
            Organizations organizations,
            boolean sandbox) {
        this.guard = guard;
        this.envelope = envelope;
        this.deposits = deposits;
        this.requests = requests;
        this.cryptoRequests = cryptoRequests;
        this.refunds = refunds;
        this.refundSteps = refundSteps;
        this.organizations = organizations;
        this.sandbox = sandbox;
    }

    List<Route> routes() {
        return List.of(
                guard.read(Method.GET, "/v1/deposit/fiat", Scope.READ, this::listFiat),
                guard.read(Method.GET, "/v1/deposit/fiat/{depositIdOrReference}", Scope.READ, this::getFiat),
                guard.write(Method.POST, "/v1/deposit/fiat", Scope.DEPOSITS, this::createOne),
                guard.write(Method.POST, "/v1/deposit/fiat/bulk", Scope.DEPOSITS, this::createBulk),
                guard.read(Method.GET, "/v1/deposit/crypto", Scope.READ, this::listCrypto),
                guard.read(Method.GET, "/v1/deposit/crypto/{depositIdOrReference}", Scope.READ, this::getCrypto),
                guard.write(Method.POST, "/v1/deposit/crypto", Scope.DEPOSITS, this::createCrypto),
                guard.read(Method.GET, "/v1/deposit", Scope.READ, this::listAny)
                        .deprecated(DEPRECATED_SINCE, "/v1/deposit/fiat", "/v1/deposit/crypto"),
                guard.read(Method.GET, "/v1/deposit/{depositIdOrReference}", Scope.READ, this::getAny)
                        .deprecated(DEPRECATED_SINCE, "/v1/deposit/fiat", "/v1/deposit/crypto"),
                guard.write(Method.PATCH, "/v1/deposit/{depositIdOrReference}", Scope.DEPOSITS, this::force),
                guard.write(Method.PATCH, "/v1/deposit/{depositId}/cancel", Scope.DEPOSITS, this::cancel),
                // A refund sends money out, in the case of tokens to any given wallet: it needs the
                // scope of payouts.
                guard.write(Method.POST, "/v1/deposit/{depositId}/refund", Scope.PAYOUTS, this::refund));
    }

    private Answer listFiat(Caller caller, Request request) {
        return list(caller, request, FIAT, "Fiat deposits retrieved");
    }

    private Answer listCrypto(Caller caller, Request request) {
        return list(caller, request, CRYPTO, "Crypto deposits retrieved");
    }

    private Answer list(Caller caller, Request request, String type, String message) {
        var query = request.query();
        var page = Page.Request.of(query, Page.Sort.CREATED_DESCENDING);
        var filter = DepositFilter.of(type, query);
        query.findings().throwIfAny();
        return list(caller, request, filter, page, message);
    }

    private Answer listAny(Caller caller, Request request) {
        var query = request.query();
        var page = Page.Request.of(query, Page.Sort.CREATED_ASCENDING);
        var filter = DepositFilter.ofAny(query);
        query.findings().throwIfAny();
        return list(caller, request, filter, page, "Deposits retrieved");
    }

    private Answer list(Caller caller, Request request, DepositFilter filter, Page.Request page, String message) {
        var matches = deposits.list(caller.organizationId(), filter, page);
        var shown = new Page<>(refundSteps.now(matches.docs()), matches.total(), matches.page());
        return envelope.ok(request, message, shown.json(DepositJson::compact));
    }

    private Answer getFiat(Caller caller, Request request) {
        return envelope.ok(request, "Fiat deposit retrieved", DepositJson.whole(find(caller, request, FIAT)));
    }

    private Answer getCrypto(Caller caller, Request request) {
        return envelope.ok(request, "Crypto deposit retrieved", DepositJson.whole(find(caller, request, CRYPTO)));
    }

    private Answer getAny(Caller caller, Request request) {
        return envelope.ok(request, "Deposit retrieved", DepositJson.whole(find(caller, request, null)));
    }

    private Deposit find(Caller caller, Request request, @Nullable String type) {
        return deposits.find(caller.organizationId(), request.parameter("depositIdOrReference"), type)
                .map(refundSteps::now)
                .orElseThrow(Refusal.DEPOSIT_NOT_FOUND::refused);
    }

    private Answer createOne(Caller caller, Request request, Claim claim) {
        boolean duplicates = duplicateReferencesAllowed(caller);
        return create(
                caller,
                claim,
                null,
                duplicates,
                requests.one(caller, request.fields(), duplicates),
                created -> envelope.created(request, "Fiat deposit created", DepositJson.whole(created.getFirst())));
    }

    private Answer createCrypto(Caller caller, Request request, Claim claim) {
        return create(
                caller,
                claim,
                null,
                duplicateReferencesAllowed(caller),
                cryptoRequests.one(caller, request.fields()),
                created -> envelope.created(request, "Crypto deposit created", DepositJson.whole(created.getFirst())));
    }

    private Answer createBulk(Caller caller, Request request, Claim claim) {
        boolean duplicates = duplicateReferencesAllowed(caller);
        return create(
                caller,
                claim,
                deposits.newBulk(),
                duplicates,
                requests.bulk(caller, request.fields(), duplicates),
                created -> envelope.created(
                        request,
                        "Fiat deposits created",
                        new JsonObject()
                                .put(
                                        "depositBulkId",
                                        Objects.requireNonNull(
                                                created.getFirst().bulkId()))
                                .put("totalDeposit", created.size())
                                .put(
                                        "depositData",
                                        created.stream().map(DepositJson::whole).toList())));
    }

    private boolean duplicateReferencesAllowed(Caller caller) {
        return organizations.switches(caller.organizationId()).duplicateReferencesAllowed();
    }

    private Answer create(
            Caller caller,
            Claim claim,
            @Nullable UUID bulkId,
            boolean duplicates,
            Parsed parsed,
            Function<List<Deposit>, Answer> render) {
        // An invalid request also reports its used references, so that the merchant can fix everything at
        // once.
        if (!parsed.findings().isEmpty() && !duplicates) {
            deposits.findReferencesInUse(caller.organizationId(), List.of(parsed));
        }
        parsed.findings().throwIfAny();
        return deposits.create(new Create(caller, parsed.drafts(), bulkId, duplicates, claim, render));
    }

    private Answer cancel(Caller caller, Request request, Claim claim) {
        var id = request.id("depositId", Refusal.DEPOSIT_NOT_FOUND);
        return deposits.cancel(new Cancel(
                new DepositRef(caller.organizationId(), id),
                claim,
                deposit -> envelope.ok(request, "Deposit cancelled", DepositJson.whole(deposit))));
    }

    private Answer refund(Caller caller, Request request, Claim claim) {
        var id = request.id("depositId", Refusal.DEPOSIT_NOT_FOUND);
        var fields = request.fieldsIfAny();
        var amount = fields.positive("amount");
        var note = fields.text("note", DepositRequests.NOTE_LENGTH_MAX);
        var paymentId = fields.text("paymentId", ID_LENGTH_MAX);
        fields.findings().throwIfAny();
        if (organizations.switches(caller.organizationId()).frozen()) {
            throw Refusal.ORGANIZATION_FROZEN.refused();
        }
        return refunds.refund(
                new Refunds.Order(
                        caller,
                        new DepositRef(caller.organizationId(), id),
                        fields,
                        paymentId.orElse(null),
                        amount.orElse(null),
                        note.orElse(null)),
                claim,
                (deposit, payout) -> envelope.created(
                        request,
                        "Deposit refund created",
                        new JsonObject()
                                .put("depositId", deposit.id())
                                .put("disbursementId", payout.id())
                                .put("amount", payout.amount().decimal())
                                .put("currency", payout.amount().asset().code())
                                .put("status", payout.status().wire())
                                .put("createdAt", payout.createdAt())));
    }

    private Answer force(Caller caller, Request request, Claim claim) {
        if (!sandbox) {
            throw Refusal.SANDBOX_ONLY.refused();
        }
        var fields = request.fields();
        var text = fields.requiredText("status", STATUS_LENGTH_MAX);
        var status = Status.of(text);
        if (status.isEmpty() && !text.isEmpty()) {
            fields.findings().add("status", "UNKNOWN_VALUE", "must be one of " + String.join(", ", Status.WIRE));
        }
        var ref = Ids.parse(request.parameter("depositIdOrReference"))
                .map(id -> new DepositRef(caller.organizationId(), id));
        var findings = fields.findings();
        if (!findings.isEmpty() && ref.flatMap(deposits::find).isEmpty()) {
            throw Refusal.SANDBOX_DEPOSIT_NOT_FOUND.refused(findings.details());
        }
        findings.throwIfAny();
        return deposits.force(new Force(
                ref.orElseThrow(Refusal.SANDBOX_DEPOSIT_NOT_FOUND::refused),
                status.orElseThrow(),
                claim,
                deposit -> envelope.ok(request, "Deposit updated", DepositJson.whole(deposit))));
    }
}
