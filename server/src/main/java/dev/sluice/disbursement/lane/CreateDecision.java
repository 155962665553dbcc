package dev.sluice.disbursement.lane;

import dev.sluice.auth.Caller;
import dev.sluice.clock.Clocks;
import dev.sluice.disbursement.Disbursement;
import dev.sluice.disbursement.Disbursement.Actor;
import dev.sluice.disbursement.Disbursement.Progress;
import dev.sluice.disbursement.DisbursementState.Pending;
import dev.sluice.disbursement.DisbursementState.Stage;
import dev.sluice.disbursement.DueStore;
import dev.sluice.disbursement.ScreenedPayee;
import dev.sluice.disbursement.Status;
import dev.sluice.disbursement.approval.ApprovalStore;
import dev.sluice.disbursement.create.Draft;
import dev.sluice.disbursement.lane.Command.Create;
import dev.sluice.idempotency.Decision;
import dev.sluice.idempotency.ReferenceClaims;
import dev.sluice.ledger.Account;
import dev.sluice.ledger.AccountKey;
import dev.sluice.ledger.LockedAccounts;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.policy.PolicyEvaluator;
import dev.sluice.policy.Rule;
import dev.sluice.refusal.Detail;
import dev.sluice.refusal.Findings;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// Creates a group of payouts in a batch: claims references, holds money item by item, and makes rows and events. One
/// refused item refuses the group.
public final class CreateDecision {
    private final BatchRun.Parts parts;
    private final LockedAccounts accounts;
    private final PolicyEvaluator evaluator;
    private final Map<ReferenceClaims.Name, UUID> references;
    private final PendingWrites writes;

    CreateDecision(
            BatchRun.Parts parts,
            LockedAccounts accounts,
            PolicyEvaluator evaluator,
            Map<ReferenceClaims.Name, UUID> references,
            PendingWrites writes) {
        this.parts = parts;
        this.accounts = accounts;
        this.evaluator = evaluator;
        this.references = references;
        this.writes = writes;
    }

    Decision decide(Create create) {
        if (!create.duplicateReferencesAllowed()) {
            refuseKnownReferences(create);
        }
        var verdicts = PolicyResult.of(evaluator, create.caller(), create.drafts(), create::waitsByConfirmation);
        verdicts.findings().throwIfAny();
        var groupId = parts.clocks().newId();
        var payouts = new ArrayList<Disbursement>(create.drafts().size());
        var beyond = new Findings();
        for (int at = 0; at < create.drafts().size(); at++) {
            hold(create, at, groupId, verdicts.reservations(at), beyond).ifPresent(payouts::add);
        }
        beyond.throwIfAny();
        return new Decision.Answered(create.render().apply(payouts));
    }

    private void refuseKnownReferences(Create create) {
        var findings = new Findings();
        for (var draft : create.drafts()) {
            if (draft.reference() != null) {
                var holder = references.get(
                        name(create.organizationId(), draft.amount().asset().kind(), draft.reference()));
                if (holder != null) {
                    findings.named(Refusal.REFERENCE_EXISTS, known(draft.path("reference"), holder));
                }
            }
        }
        findings.throwIfAny();
    }

    public static Detail known(String field, UUID holder) {
        return new Detail(
                field, Refusal.REFERENCE_EXISTS.code(), "is the reference of another disbursement", holder.toString());
    }

    /// Returns the detail for an item that the available balance does not cover.
    public static Detail beyond(Draft draft, Money available) {
        return new Detail(
                draft.path("amount"),
                Refusal.INSUFFICIENT_BALANCE.code(),
                "needs " + draft.total() + (draft.fee().isZero() ? "" : " with its fee") + ", " + available
                        + " is available" + (draft.path().isEmpty() ? "" : " at this item"));
    }

    /// Returns a payout with its money held, or nothing and a finding if the valid items before it leave too
    /// little.
    private Optional<Disbursement> hold(
            Create create, int place, UUID groupId, List<Rule> reservations, Findings beyond) {
        var draft = create.drafts().get(place);
        var id = parts.clocks().newId();
        var at = Clocks.timeOf(id);
        boolean waits = create.waitsByConfirmation(place) || !reservations.isEmpty();
        var stage = waits ? Stage.NEEDS_APPROVAL : parts.rules().released();
        var zero = Money.zero(draft.amount().asset());
        var payout = new Disbursement(
                create.organizationId(),
                id,
                groupId,
                draft.amount(),
                draft.fee(),
                draft.schedule().percentage(),
                draft.payee(),
                draft.reference(),
                draft.note(),
                actor(create.caller()),
                zero,
                zero,
                new Progress(
                        new Pending(stage),
                        Disbursement.newHistory(draft.amount().asset().kind(), stage, at),
                        draft.rail(),
                        null,
                        null,
                        null,
                        false,
                        1,
                        1,
                        at));
        var available = new AccountKey(create.organizationId(), draft.amount().asset(), Account.AVAILABLE);
        var before = accounts.balance(available);
        try {
            Placement.nowhere()
                    .to(Placement.of(Status.PENDING, draft.rail()), payout, 1, at)
                    .forEach(accounts::transfer);
        } catch (Refused insufficient) {
            beyond.named(Refusal.INSUFFICIENT_BALANCE, beyond(draft, before));
            return Optional.empty();
        }
        var held = payout.withBalance(before, accounts.balance(available));
        record(create, draft, held, reservations);
        return Optional.of(held);
    }

    private void record(Create create, Draft draft, Disbursement payout, List<Rule> reservations) {
        writes.create(payout);
        Optional.ofNullable(draft.newRecipient()).ifPresent(writes.recipients::add);
        var rail = parts.rails().named(draft.rail()).orElseThrow();
        if (payout.state().needsApproval()) {
            writes.approvals.add(new ApprovalStore.ApprovalRequest(payout, reservations, create.preparer()));
        } else if (payout.state().isScreened()) {
            writes.screened.add(ScreenedPayee.of(payout));
        } else {
            writes.dueNew.add(DueStore.Due.first(payout, rail, payout.createdAt()));
        }
        if (draft.reference() != null) {
            var claim = new ReferenceClaims.Claimed(
                    name(create.organizationId(), draft.amount().asset().kind(), draft.reference()), payout.id());
            (create.duplicateReferencesAllowed() ? writes.wishedReferences : writes.claimedReferences).add(claim);
        }
    }

    public static ReferenceClaims.Name name(UUID organizationId, Asset.Kind asset, String reference) {
        var kind = switch (asset) {
            case FIAT -> ReferenceClaims.Kind.FIAT_DISBURSEMENT;
            case CRYPTO -> ReferenceClaims.Kind.CRYPTO_DISBURSEMENT;
        };
        return new ReferenceClaims.Name(organizationId, kind, reference);
    }

    private static Actor actor(Caller caller) {
        return new Actor(caller.actorId(), caller.actorName());
    }
}
