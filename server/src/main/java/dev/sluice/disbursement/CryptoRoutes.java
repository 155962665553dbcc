package dev.sluice.disbursement;

import dev.sluice.auth.Caller;
import dev.sluice.auth.Guard;
import dev.sluice.auth.Scope;
import dev.sluice.disbursement.create.CreatePayouts;
import dev.sluice.disbursement.create.CryptoRequests;
import dev.sluice.disbursement.query.DisbursementGroup;
import dev.sluice.http.Answer;
import dev.sluice.http.Envelope;
import dev.sluice.http.JsonObject;
import dev.sluice.http.Method;
import dev.sluice.http.Page;
import dev.sluice.http.Request;
import dev.sluice.http.Route;
import dev.sluice.idempotency.Claim;
import dev.sluice.refusal.Refusal;
import java.util.List;

/// The endpoints of payouts to wallets.
final class CryptoRoutes {
    private final Guard guard;
    private final Envelope envelope;
    private final Disbursements disbursements;
    private final CreatePayouts creations;
    private final CryptoRequests requests;

    CryptoRoutes(
            Guard guard,
            Envelope envelope,
            Disbursements disbursements,
            CreatePayouts creations,
            CryptoRequests requests) {
        this.guard = guard;
        this.envelope = envelope;
        this.disbursements = disbursements;
        this.creations = creations;
        this.requests = requests;
    }

    List<Route> routes() {
        return List.of(
                guard.read(Method.GET, "/v1/disbursement/crypto", Scope.READ, this::list),
                guard.read(Method.GET, "/v1/disbursement/crypto/estimate", Scope.READ, this::estimate),
                guard.read(Method.GET, "/v1/disbursement/crypto/{disbursementIdOrReference}", Scope.READ, this::get),
                guard.write(Method.POST, "/v1/disbursement/crypto", Scope.PAYOUTS, this::create));
    }

    private Answer list(Caller caller, Request request) {
        var query = request.query();
        var page = Page.Request.of(query, Page.Sort.CREATED_DESCENDING);
        var search = requests.search(query);
        query.findings().throwIfAny();
        var matches = disbursements.listCrypto(caller.organizationId(), search, page);
        return envelope.ok(
                request,
                "Crypto disbursements retrieved",
                matches.json(payout -> DisbursementJson.of(payout, caller.organizationName())));
    }

    private Answer get(Caller caller, Request request) {
        return disbursements
                .findCrypto(caller.organizationId(), request.parameter("disbursementIdOrReference"))
                .map(payout -> envelope.ok(
                        request,
                        "Crypto disbursement retrieved",
                        DisbursementJson.of(payout, caller.organizationName())))
                .orElseThrow(Refusal.CRYPTO_DISBURSEMENT_NOT_FOUND::refused);
    }

    private Answer estimate(Caller caller, Request request) {
        var estimated = requests.estimated(caller, request.query());
        var token = estimated.token();
        var amount = estimated.amount();
        var fee = token.payout().fee().fee(amount);
        return envelope.ok(
                request,
                "Estimate created",
                new JsonObject()
                        .put("token", token.id())
                        .put("amount", amount.decimal())
                        .put("fee", fee.decimal()));
    }

    private Answer create(Caller caller, Request request, Claim claim) {
        return creations.create(
                caller,
                claim,
                requests.create(caller, request.fields(), creations.duplicateReferencesAllowed(caller)),
                payouts -> envelope.created(
                        request,
                        "Crypto disbursement created",
                        DisbursementGroup.crypto(payouts, caller.organizationName())));
    }
}
