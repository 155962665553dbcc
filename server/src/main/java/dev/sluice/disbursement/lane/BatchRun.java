package dev.sluice.disbursement.lane;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Tx;
import dev.sluice.disbursement.Disbursement;
import dev.sluice.disbursement.DisbursementModule;
import dev.sluice.disbursement.DisbursementStore;
import dev.sluice.disbursement.DueStore;
import dev.sluice.disbursement.approval.ApprovalStore;
import dev.sluice.disbursement.lane.Command.ApplyOutcome;
import dev.sluice.disbursement.lane.Command.Cancel;
import dev.sluice.disbursement.lane.Command.Change;
import dev.sluice.disbursement.lane.Command.Create;
import dev.sluice.disbursement.lane.Command.Force;
import dev.sluice.disbursement.lane.Command.Review;
import dev.sluice.disbursement.lane.Command.Screen;
import dev.sluice.disbursement.lane.Command.Withhold;
import dev.sluice.idempotency.Claim;
import dev.sluice.idempotency.Decision;
import dev.sluice.idempotency.IdempotentRequests;
import dev.sluice.idempotency.ReferenceClaims;
import dev.sluice.ledger.Account;
import dev.sluice.ledger.AccountKey;
import dev.sluice.ledger.LockedAccounts;
import dev.sluice.merchant.Permission;
import dev.sluice.merchant.User;
import dev.sluice.merchant.Users;
import dev.sluice.policy.PolicyEvaluator;
import dev.sluice.rail.PayoutRef;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One batch of a lane in one transaction: look up and lock everything once, decide each command in memory, write
/// everything once. A refused command leaves no trace and does not affect the others.
public final class BatchRun {
    private final Parts parts;
    private final List<Command> commands;
    private final Map<PayoutRef, Disbursement> payouts = new HashMap<>();
    private final Set<PayoutRef> tampered = new HashSet<>();
    private final PendingWrites writes;
    private final LockedAccounts lockedAccounts;
    private final PolicyEvaluator evaluator;
    private final IdempotentRequests.StoredAnswers answered;
    private final Map<ReferenceClaims.Name, UUID> references;
    private final BatchFacts known;
    private final List<User> people;

    private BatchRun(Parts parts, Tx tx, List<Command> commands) {
        this.parts = parts;
        this.commands = commands;
        this.writes = new PendingWrites(parts);
        var changed = changes(Change.class).stream().map(Change::ref).distinct().toList();
        parts.store()
                .lock(
                        tx,
                        changed.stream().map(PayoutRef::organizationId).toList(),
                        changed.stream().map(PayoutRef::payoutId).toList())
                .forEach(found -> {
                    payouts.put(found.payout().ref(), found.payout());
                    if (!found.authentic()) {
                        tampered.add(found.payout().ref());
                    }
                });
        // All statements share one round trip: no result is read before the last statement is issued. The
        // accounts are locked before the policy is read. Setting a daily limit locks the account too, so each
        // payout is either counted by the limit or sees it.
        var opening = parts.ledger().opening(tx, accounts());
        var policies = parts.rules().policies().opening(tx, decided());
        var answers = parts.idempotency()
                .lookUp(
                        tx,
                        commands.stream()
                                .map(BatchRun::claim)
                                .filter(Objects::nonNull)
                                .toList());
        var used = ReferenceClaims.find(tx, wantedReferences());
        var locked = DueStore.lockUntouched(
                tx, changes(Cancel.class).stream().map(Change::ref).toList());
        var claimed = DueStore.lockClaimed(
                tx, changes(Withhold.class).stream().map(Withhold::claim).toList());
        var returns = ReturnStore.among(tx, changedByMerchants());
        var preparers = ApprovalStore.preparers(
                tx, changes(Review.class).stream().map(Change::ref).distinct().toList());
        var deciders = deciders();
        Supplier<List<User>> held = deciders.isEmpty() ? List::of : Users.held(tx, deciders);
        this.lockedAccounts = opening.get();
        this.evaluator = policies.get();
        this.answered = answers.get();
        this.references = new HashMap<>(used.get());
        this.known = new BatchFacts(locked.get(), claimed.get(), returns.get(), preparers.get(), tampered);
        this.people = held.get();
    }

    /// Dependencies of the decisions.
    public record Parts(
            DisbursementStore store,
            dev.sluice.ledger.Ledger ledger,
            IdempotentRequests idempotency,
            Clocks clocks,
            dev.sluice.event.Events events,
            dev.sluice.recipient.Recipients recipients,
            DisbursementModule.Rules rules,
            dev.sluice.rail.Rails rails,
            Function<UUID, String> organizationNames) {
        /// Returns a copy with organization names that were looked up in advance: a look-up inside the
        /// transaction would take a second connection while this one is held.
        public Parts knowing(Map<UUID, String> names) {
            return new Parts(
                    store,
                    ledger,
                    idempotency,
                    clocks,
                    events,
                    recipients,
                    rules,
                    rails,
                    id -> Objects.requireNonNull(names.get(id)));
        }
    }

    /// Runs a batch in an open transaction and returns each command's decision, in order.
    public static List<Decision> run(Parts parts, Tx tx, List<Command> commands) {
        var run = new BatchRun(parts, tx, commands);
        var decisions = new ArrayList<Decision>(commands.size());
        for (var command : commands) {
            decisions.add(run.decide(command));
        }
        run.lockedAccounts.flush();
        run.evaluator.flush(tx);
        run.writes.flush(tx);
        return decisions;
    }

    private Decision decide(Command command) {
        int mark = lockedAccounts.mark();
        var counted = evaluator.mark();
        var mine = new PendingWrites(parts);
        try {
            var claim = claim(command);
            if (claim != null) {
                var before = answered.of(claim);
                if (before.isPresent()) {
                    return new Decision.Answered(before.get());
                }
            }
            var decision = switch (command) {
                case Create create -> {
                    requireMaker(create);
                    yield new CreateDecision(parts, lockedAccounts, evaluator, references, mine).decide(create);
                }
                case Change change -> {
                    requireReviewer(change);
                    yield new Transition(parts, lockedAccounts, evaluator, mine)
                            .decide(change, payouts.get(change.ref()), known);
                }
            };
            if (claim != null && decision instanceof Decision.Answered(var answer)) {
                mine.answers.add(new IdempotentRequests.ClaimedAnswer(claim, answer));
            }
            mine.changed.forEach(payouts::put);
            mine.claimedReferences.forEach(each -> references.put(each.name(), each.paymentId()));
            mine.wishedReferences.forEach(each -> references.putIfAbsent(each.name(), each.paymentId()));
            // A reference that is given up stays taken in this batch: another payout that bears it may
            // have it then.
            writes.addAll(mine);
            return decision;
        } catch (Refused refused) {
            lockedAccounts.rollBackTo(mark);
            evaluator.rollBackTo(counted);
            return new Decision.Declined(refused);
        }
    }

    /// Returns the users whose permission to pay, or to approve, must hold until the commit.
    private List<Users.Ref> deciders() {
        return commands.stream().flatMap(BatchRun::decider).distinct().toList();
    }

    private static Stream<Users.Ref> decider(Command command) {
        return switch (command) {
            case Create create -> create.isConfirmed() ? Stream.of(create.maker()) : Stream.empty();
            case Review review -> Stream.of(review.decider());
            case Cancel _, Force _, Screen _, Withhold _, ApplyOutcome _ -> Stream.empty();
        };
    }

    /// Refuses a confirmed request if its maker has lost access or has another role by now: the caller must check
    /// it again.
    private void requireMaker(Create create) {
        if (create.isConfirmed()) {
            require(
                    create.maker(),
                    user -> user.may(Permission.CREATE_PAYOUTS)
                            && user.role() == create.caller().role());
        }
    }

    /// Refuses a review if the reviewer has lost the permission: the payout waits for another reviewer.
    private void requireReviewer(Change change) {
        if (change instanceof Review review) {
            require(review.decider(), user -> user.may(Permission.APPROVE_PAYOUTS));
        }
    }

    private void require(Users.Ref person, Predicate<User> still) {
        boolean isStill = people.stream()
                .filter(user -> new Users.Ref(user.organizationId(), user.id()).equals(person))
                .anyMatch(still);
        if (!isStill) {
            throw Refusal.UNAVAILABLE.refused();
        }
    }

    private static @Nullable Claim claim(Command command) {
        return switch (command) {
            case Create create -> create.claim();
            case Cancel cancel -> cancel.claim();
            case Force force -> force.claim();
            case Review _, Screen _, Withhold _, ApplyOutcome _ -> null;
        };
    }

    private <C extends Change> List<C> changes(Class<C> type) {
        return commands.stream().filter(type::isInstance).map(type::cast).toList();
    }

    private List<PayoutRef> changedByMerchants() {
        return Stream.concat(changes(Cancel.class).stream().filter(Cancel::byMerchant), changes(Force.class).stream())
                .map(Change::ref)
                .distinct()
                .toList();
    }

    /// Returns the organizations with payouts that are created or may leave.
    private Set<UUID> decided() {
        return commands.stream()
                .filter(command -> command instanceof Create || (command instanceof Review review && review.approved()))
                .map(Command::organizationId)
                .collect(Collectors.toSet());
    }

    private Set<AccountKey> accounts() {
        var keys = new HashSet<AccountKey>();
        for (var command : commands) {
            if (command instanceof Create create) {
                for (var draft : create.drafts()) {
                    var asset = draft.amount().asset();
                    keys.add(new AccountKey(create.organizationId(), asset, Account.AVAILABLE));
                    keys.add(new AccountKey(create.organizationId(), asset, Account.HELD));
                }
            }
        }
        for (var command : commands) {
            if (command instanceof ApplyOutcome apply) {
                keys.addAll(Gas.accounts(apply.outcome(), payouts.get(apply.ref())));
            }
            if (command instanceof Force force && force.imagined() != null) {
                keys.addAll(Gas.accounts(force.imagined(), payouts.get(force.ref())));
            }
        }
        for (var payout : payouts.values()) {
            var asset = payout.amount().asset();
            for (var account : List.of(
                    Account.AVAILABLE,
                    Account.HELD,
                    Account.FEES,
                    Account.clearing(payout.progress().rail()))) {
                keys.add(new AccountKey(payout.organizationId(), asset, account));
            }
        }
        return keys;
    }

    private List<ReferenceClaims.Name> wantedReferences() {
        var names = new ArrayList<ReferenceClaims.Name>();
        for (var command : commands) {
            if (command instanceof Create create && !create.duplicateReferencesAllowed()) {
                for (var draft : create.drafts()) {
                    if (draft.reference() != null) {
                        names.add(CreateDecision.name(
                                create.organizationId(), draft.amount().asset().kind(), draft.reference()));
                    }
                }
            }
        }
        return names;
    }
}
