package dev.sluice.disbursement.create;

import dev.sluice.auth.Caller;
import dev.sluice.disbursement.Disbursement;
import dev.sluice.disbursement.Disbursements;
import dev.sluice.disbursement.create.PayoutPreparation.Confirmation;
import dev.sluice.disbursement.lane.Command.Create;
import dev.sluice.disbursement.lane.CreateDecision;
import dev.sluice.disbursement.lane.PolicyResult;
import dev.sluice.http.Answer;
import dev.sluice.idempotency.Claim;
import dev.sluice.ledger.Statement;
import dev.sluice.ledger.Statement.Place;
import dev.sluice.merchant.Organizations;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.policy.Policies;
import dev.sluice.policy.PolicyEvaluator;
import dev.sluice.refusal.Findings;
import dev.sluice.refusal.Refusal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Turns create requests of any kind into payouts.
public final class CreatePayouts {
    private final Disbursements disbursements;
    private final Organizations organizations;
    private final Policies policies;
    private final Statement statement;

    public CreatePayouts(
            Disbursements disbursements, Organizations organizations, Policies policies, Statement statement) {
        this.disbursements = disbursements;
        this.organizations = organizations;
        this.policies = policies;
        this.statement = statement;
    }

    /// Drafts of a request, the references of all its items (also of items without a draft), and the findings so
    /// far.
    record Parsed(Asset.Kind kind, List<Draft> drafts, List<ItemReference> references, Findings findings) {
        /// @throws IllegalStateException if an item has neither a draft nor a finding
        Parsed complete(int items) {
            if (findings.isEmpty() && drafts.size() != items) {
                throw new IllegalStateException("an item was dropped without a finding");
            }
            return this;
        }
    }

    /// The reference of an item, and the item's path.
    record ItemReference(String path, String reference) {}

    public boolean duplicateReferencesAllowed(Caller caller) {
        return organizations.switches(caller.organizationId()).duplicateReferencesAllowed();
    }

    /// Finds references that occur twice in one request; a look-up would miss them.
    static void findRepeated(List<ItemReference> named, Findings findings) {
        var seen = new HashSet<String>();
        for (var each : named) {
            if (!seen.add(each.reference())) {
                findings.named(Refusal.REFERENCE_EXISTS, each.path() + ".reference", "is used twice in this request");
            }
        }
    }

    public Answer create(Caller caller, Claim claim, Parsed parsed, Function<List<Disbursement>, Answer> render) {
        return create(caller, claim, parsed, null, render);
    }

    /// @param agreed as [Create] has it
    Answer create(
            Caller caller,
            Claim claim,
            Parsed parsed,
            @Nullable Confirmation agreed,
            Function<List<Disbursement>, Answer> render) {
        if (organizations.switches(caller.organizationId()).frozen()) {
            throw Refusal.ORGANIZATION_FROZEN.refused();
        }
        if (!parsed.findings().isEmpty()) {
            findReferencesInUse(caller, parsed);
            findBeyondBalance(caller, parsed);
        }
        parsed.findings().throwIfAny();
        boolean duplicates = duplicateReferencesAllowed(caller);
        return disbursements.create(new Create(caller, parsed.drafts(), duplicates, agreed, claim, render));
    }

    /// Opens the policy for payouts that are not created yet.
    PolicyEvaluator policing(Caller caller) {
        return policies.dryRun(caller.organizationId());
    }

    /// Evaluates the policy for these payouts.
    PolicyResult scrutiny(PolicyEvaluator evaluator, Caller caller, List<Draft> drafts) {
        return PolicyResult.of(evaluator, caller, drafts);
    }

    /// Reports used references of a request that is refused anyway, so that the caller can fix everything at once.
    void findReferencesInUse(Caller caller, Parsed parsed) {
        if (duplicateReferencesAllowed(caller)) {
            return;
        }
        var names = parsed.references().stream()
                .map(each -> CreateDecision.name(caller.organizationId(), parsed.kind(), each.reference()))
                .toList();
        var used = disbursements.referencesInUse(names);
        for (var each : parsed.references()) {
            var holder = used.get(CreateDecision.name(caller.organizationId(), parsed.kind(), each.reference()));
            if (holder != null) {
                parsed.findings()
                        .named(Refusal.REFERENCE_EXISTS, CreateDecision.known(each.path() + ".reference", holder));
            }
        }
    }

    /// Reports the items that the balance does not cover, if limits are the only faults of the request. Otherwise
    /// a caller who pays more than the balance would only see the limits of a payment method.
    private void findBeyondBalance(Caller caller, Parsed parsed) {
        if (!parsed.findings().details().stream()
                .allMatch(detail -> detail.code().equals("OUT_OF_RANGE"))) {
            return;
        }
        var left = available(caller, parsed);
        for (var draft : parsed.drafts()) {
            var asset = draft.amount().asset();
            var before = left.getOrDefault(asset.code(), Money.zero(asset));
            if (before.compareTo(draft.total()) < 0) {
                parsed.findings().named(Refusal.INSUFFICIENT_BALANCE, CreateDecision.beyond(draft, before));
            } else {
                left.put(asset.code(), before.minus(draft.total()));
            }
        }
    }

    private Map<String, Money> available(Caller caller, Parsed parsed) {
        var places = parsed.drafts().stream()
                .map(draft -> new Place(
                        caller.organizationId(), draft.amount().asset().code()))
                .distinct()
                .toList();
        var available = new HashMap<String, Money>();
        for (var each : statement.available(places)) {
            available.put(each.place().asset(), each.amount());
        }
        return available;
    }
}
