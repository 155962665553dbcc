package dev.sluice.recipient;

import dev.sluice.auth.Caller;
import dev.sluice.auth.Guard;
import dev.sluice.auth.Scope;
import dev.sluice.http.Answer;
import dev.sluice.http.Envelope;
import dev.sluice.http.IfMatch;
import dev.sluice.http.Method;
import dev.sluice.http.Page;
import dev.sluice.http.Query;
import dev.sluice.http.Request;
import dev.sluice.http.Route;
import dev.sluice.idempotency.Claim;
import dev.sluice.idempotency.IdempotentRequests;
import dev.sluice.money.Asset;
import dev.sluice.recipient.Recipients.Filter;
import dev.sluice.refusal.Refusal;
import java.util.List;
import java.util.Optional;

/// Endpoints under `/v1/recipient`.
public final class RecipientRoutes {
    private static final int CHANGE_ATTEMPTS_MAX = 8;

    private final Recipients recipients;
    private final IdempotentRequests idempotency;
    private final Envelope envelope;

    private RecipientRoutes(Recipients recipients, IdempotentRequests idempotency, Envelope envelope) {
        this.recipients = recipients;
        this.idempotency = idempotency;
        this.envelope = envelope;
    }

    public static List<Route> routes(
            Guard guard, Recipients recipients, IdempotentRequests idempotency, Envelope envelope) {
        var of = new RecipientRoutes(recipients, idempotency, envelope);
        return List.of(
                guard.read(Method.GET, "/v1/recipient", Scope.READ, of::list),
                guard.read(Method.GET, "/v1/recipient/{id}", Scope.READ, of::get),
                guard.write(Method.POST, "/v1/recipient", Scope.RECIPIENTS, of::create),
                guard.write(Method.PATCH, "/v1/recipient/{id}", Scope.RECIPIENTS, of::update),
                guard.write(Method.DELETE, "/v1/recipient/{id}", Scope.RECIPIENTS, of::delete),
                guard.write(Method.POST, "/v1/recipient/verify", Scope.RECIPIENTS, of::verify));
    }

    private Answer list(Caller caller, Request request) {
        var query = request.query();
        var page = Page.Request.of(query, Page.Sort.CREATED_ASCENDING);
        var filter = new Filter(
                query.text("search")
                        .map(String::strip)
                        .filter(text -> !text.isEmpty())
                        .orElse(null),
                code(query, "country").orElse(null),
                code(query, "currency").orElse(null));
        query.findings().throwIfAny();
        var matches = recipients.list(caller.organizationId(), filter, page);
        return envelope.ok(request, "Recipients retrieved", matches.json(RecipientJson::of));
    }

    private Answer get(Caller caller, Request request) {
        return envelope.ok(request, "Recipient retrieved", RecipientJson.of(existing(caller, request)));
    }

    /// The bank is asked before the transaction is open, since it may take its time.
    private Answer create(Caller caller, Request request, Claim claim) {
        var recipient = recipients.create(request.fields(), caller);
        return idempotency.once(claim, tx -> {
            recipients.insert(tx, List.of(recipient));
            return envelope.created(request, "Recipient created successfully", RecipientJson.of(recipient));
        });
    }

    /// Restarts from the stored recipient after a concurrent change, so that no change is lost.
    private Answer update(Caller caller, Request request, Claim claim) {
        for (int attempt = 1; ; attempt++) {
            try {
                return updateOnce(caller, request, claim);
            } catch (Overtaken overtaken) {
                if (attempt == CHANGE_ATTEMPTS_MAX) {
                    throw Refusal.UNAVAILABLE.refused();
                }
            }
        }
    }

    private Answer updateOnce(Caller caller, Request request, Claim claim) {
        var before = recipients
                .findToChange(caller.organizationId(), request.id("id", Refusal.RECIPIENT_NOT_FOUND))
                .orElseThrow(Refusal.RECIPIENT_NOT_FOUND::refused);
        var after = recipients.change(before, request.fields(), caller);
        return idempotency.once(claim, tx -> {
            IfMatch.require(request, before.revision().updatedAt());
            if (!recipients.update(tx, before, after)) {
                throw new Overtaken();
            }
            return envelope.ok(request, "Recipient updated successfully", RecipientJson.of(after));
        });
    }

    private Answer delete(Caller caller, Request request, Claim claim) {
        var id = request.id("id", Refusal.RECIPIENT_NOT_FOUND);
        return idempotency.once(claim, tx -> {
            var recipient = recipients.delete(tx, caller.organizationId(), id);
            return envelope.ok(request, "Recipient deleted successfully", RecipientJson.of(recipient));
        });
    }

    private Answer verify(Caller caller, Request request, Claim claim) {
        var verification = recipients.verify(request.fields(), caller);
        return idempotency.once(claim, _ -> envelope.ok(request, "Recipient verified", RecipientJson.of(verification)));
    }

    private Recipient existing(Caller caller, Request request) {
        return recipients
                .find(caller.organizationId(), request.id("id", Refusal.RECIPIENT_NOT_FOUND))
                .orElseThrow(Refusal.RECIPIENT_NOT_FOUND::refused);
    }

    private static Optional<String> code(Query query, String name) {
        return query.text(name).map(Asset::codeOf);
    }

    /// Thrown after a concurrent change of the same recipient, so that the transaction rolls back.
    private static final class Overtaken extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private Overtaken() {
            super("overtaken", null, false, false);
        }
    }
}
