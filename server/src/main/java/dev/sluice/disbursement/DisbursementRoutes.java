package dev.sluice.disbursement;

import dev.sluice.auth.Caller;
import dev.sluice.auth.Guard;
import dev.sluice.auth.Scope;
import dev.sluice.disbursement.create.CreatePayouts;
import dev.sluice.disbursement.create.DisbursementRequests;
import dev.sluice.disbursement.lane.Command.Cancel;
import dev.sluice.disbursement.lane.Command.Force;
import dev.sluice.disbursement.query.DisbursementFilter;
import dev.sluice.disbursement.query.DisbursementGroup;
import dev.sluice.http.Answer;
import dev.sluice.http.Envelope;
import dev.sluice.http.Ids;
import dev.sluice.http.Method;
import dev.sluice.http.Page;
import dev.sluice.http.Request;
import dev.sluice.http.Route;
import dev.sluice.idempotency.Claim;
import dev.sluice.rail.PayoutRef;
import dev.sluice.refusal.Refusal;
import java.util.List;

/// The endpoints of fiat payouts, and those of payouts of both kinds.
final class DisbursementRoutes {
    private static final int STATUS_LENGTH_MAX = 32;
    /// Time of the deprecation of version 1 of the create endpoint: 2026-11-01, in the format of RFC 9745.
    private static final String DEPRECATED_SINCE = "@1793491200";

    private final Guard guard;
    private final Envelope envelope;
    private final Disbursements disbursements;
    private final DisbursementRequests requests;
    private final CreatePayouts creations;
    private final ProofDocuments proofs;
    private final boolean sandbox;

    DisbursementRoutes(
            Guard guard,
            Envelope envelope,
            Disbursements disbursements,
            DisbursementRequests requests,
            CreatePayouts creations,
            ProofDocuments proofs,
            boolean sandbox) {
        this.guard = guard;
        this.envelope = envelope;
        this.disbursements = disbursements;
        this.requests = requests;
        this.creations = creations;
        this.proofs = proofs;
        this.sandbox = sandbox;
    }

    List<Route> routes() {
        return List.of(
                guard.read(Method.GET, "/v1/disbursement/fiat", Scope.READ, this::list),
                guard.read(Method.GET, "/v1/disbursement/fiat/{disbursementId}", Scope.READ, this::get),
                guard.read(Method.GET, "/v1/disbursement/fiat/{disbursementId}/report", Scope.READ, this::report),
                guard.write(Method.POST, "/v1/disbursement/fiat", Scope.PAYOUTS, this::createFirst)
                        .deprecated(DEPRECATED_SINCE, "/v2/disbursement/fiat"),
                guard.write(Method.POST, "/v2/disbursement/fiat", Scope.PAYOUTS, this::createSecond),
                guard.write(Method.PATCH, "/v1/disbursement/{disbursementId}", Scope.PAYOUTS, this::force),
                guard.write(Method.PATCH, "/v1/disbursement/{disbursementId}/cancel", Scope.PAYOUTS, this::cancel),
                new Route(Method.GET, "/proof/{token}", proofs::page));
    }

    private Answer list(Caller caller, Request request) {
        var query = request.query();
        var page = Page.Request.of(query, Page.Sort.CREATED_ASCENDING);
        var filter = DisbursementFilter.of(query);
        query.findings().throwIfAny();
        var matches = disbursements.list(caller.organizationId(), filter, page);
        return envelope.ok(
                request,
                "Fiat disbursements retrieved",
                matches.json(payout -> DisbursementJson.of(payout, caller.organizationName()))
                        .put("totalItems", matches.total()));
    }

    private Answer get(Caller caller, Request request) {
        return envelope.ok(
                request,
                "Fiat disbursement retrieved",
                DisbursementJson.of(find(caller, request), caller.organizationName()));
    }

    private Answer report(Caller caller, Request request) {
        return proofs.pdf(find(caller, request), request);
    }

    private Disbursement find(Caller caller, Request request) {
        var id = request.id("disbursementId", Refusal.DISBURSEMENT_NOT_FOUND);
        return disbursements
                .find(caller.organizationId(), id)
                .filter(payout -> !payout.isCrypto())
                .orElseThrow(Refusal.DISBURSEMENT_NOT_FOUND::refused);
    }

    private Answer createFirst(Caller caller, Request request, Claim claim) {
        boolean duplicates = creations.duplicateReferencesAllowed(caller);
        return creations.create(
                caller,
                claim,
                requests.first(caller, request.fields(), duplicates),
                payouts -> envelope.created(
                        request,
                        "Fiat disbursement created",
                        DisbursementGroup.first(payouts, caller.organizationName())));
    }

    private Answer createSecond(Caller caller, Request request, Claim claim) {
        boolean duplicates = creations.duplicateReferencesAllowed(caller);
        return creations.create(
                caller,
                claim,
                requests.second(caller, request.fields(), duplicates),
                payouts -> envelope.created(
                        request,
                        "Fiat disbursement created",
                        DisbursementGroup.second(payouts, caller.organizationName())));
    }

    private Answer cancel(Caller caller, Request request, Claim claim) {
        var id = request.id("disbursementId", Refusal.DISBURSEMENT_NOT_FOUND);
        return disbursements.cancel(new Cancel(
                new PayoutRef(caller.organizationId(), id),
                true,
                claim,
                payout -> envelope.ok(
                        request, "Disbursement cancelled", DisbursementJson.of(payout, caller.organizationName()))));
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
        var id = Ids.parse(request.parameter("disbursementId"));
        var findings = fields.findings();
        if (!findings.isEmpty()
                && id.flatMap(each -> disbursements.find(caller.organizationId(), each))
                        .isEmpty()) {
            throw Refusal.SANDBOX_DISBURSEMENT_NOT_FOUND.refused(findings.details());
        }
        findings.throwIfAny();
        return disbursements.force(new Force(
                new PayoutRef(caller.organizationId(), id.orElseThrow(Refusal.SANDBOX_DISBURSEMENT_NOT_FOUND::refused)),
                status.orElseThrow(),
                claim,
                payout -> envelope.ok(
                        request, "Disbursement updated", DisbursementJson.of(payout, caller.organizationName()))));
    }
}
