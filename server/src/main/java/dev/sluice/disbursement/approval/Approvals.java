package dev.sluice.disbursement.approval;

import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.disbursement.Disbursement;
import dev.sluice.disbursement.Disbursement.Actor;
import dev.sluice.disbursement.Disbursements;
import dev.sluice.disbursement.lane.Command.Review;
import dev.sluice.idempotency.Decision;
import dev.sluice.money.Money;
import dev.sluice.policy.Rule;
import dev.sluice.rail.PayoutRef;
import dev.sluice.recipient.Verification;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Payouts that wait for approval by another person than their maker, and the decisions about them.
public final class Approvals {
    private static final int MAKERS_SHOWN = 200;
    private static final int DECIDED_AT_ONCE = 500;
    private static final String NO_MATCH = Verification.Outcome.NO_MATCH.wire();

    private final Database database;
    private final Disbursements disbursements;

    public Approvals(Database database, Disbursements disbursements) {
        this.database = database;
        this.disbursements = disbursements;
    }

    /// Reason for an approval, and the decision.
    ///
    /// @param approved null as long as nobody has decided, or if the approval was not needed in the end
    /// @param preparer maker of its API key, or sender of its file, if that is a person
    public record Approval(
            UUID payoutId,
            List<Rule> rules,
            Instant askedAt,
            @Nullable Instant endedAt,
            @Nullable Boolean approved,
            @Nullable Actor decidedBy,
            @Nullable String reason,
            @Nullable UUID preparer) {
        public Approval {
            rules = List.copyOf(rules);
        }

        public boolean isWaiting() {
            return endedAt == null;
        }
    }

    /// A payout that waits, or did.
    public record Waiting(Disbursement payout, Approval approval) {
        /// Reports whether a person made the payout, its API key or its file: such a person cannot decide on
        /// it.
        public boolean isOwn(UUID person) {
            return payout.actor().id().equals(person) || person.equals(approval.preparer());
        }
    }

    /// Decision of a person about some payouts.
    ///
    /// @param reason reason; always present for a rejection
    public record ApprovalDecision(
            Actor reviewer, boolean approved, @Nullable String reason) {
        /// @throws IllegalArgumentException if a rejection has no reason
        public ApprovalDecision {
            if (!approved && reason == null) {
                throw new IllegalArgumentException("a rejection requires a reason");
            }
        }
    }

    /// Total of payouts in the same currency or token.
    public record Sum(long payouts, Money amount, Money fee) {
        private static Sum of(Disbursement payout) {
            return new Sum(1, payout.amount(), payout.fee());
        }

        private Sum plus(Sum other) {
            return new Sum(payouts + other.payouts, amount.plus(other.amount), fee.plus(other.fee));
        }

        public Money total() {
            return amount.plus(fee);
        }
    }

    /// Result of a decision about many payouts.
    ///
    /// @param refused number of payouts without a decision
    /// @param refusals reasons for them
    public record Reviewed(int decided, int refused, Set<Refusal> refusals) {
        public static final Reviewed NOTHING = new Reviewed(0, 0, Set.of());

        public Reviewed {
            refusals = Set.copyOf(refusals);
        }

        private Reviewed and(int some, Collection<Refused> not) {
            var all = EnumSet.noneOf(Refusal.class);
            all.addAll(refusals);
            not.forEach(each -> all.add(each.refusal()));
            return new Reviewed(decided + some - not.size(), refused + not.size(), all);
        }

        private Reviewed and(int undecided, Refused reason) {
            var all = EnumSet.of(reason.refusal());
            all.addAll(refusals);
            return new Reviewed(decided, refused + undecided, all);
        }

        /// Reports whether the review must be repeated: it did not find all waiting payouts, or the outcome of
        /// some is unknown.
        private boolean isCutShort() {
            return refusals.contains(Refusal.UNAVAILABLE);
        }
    }

    /// Order of the waiting payouts in a list.
    public enum Order {
        OLDEST,
        NEWEST,
        /// Currency by currency.
        LARGEST
    }

    /// Filter and order of the waiting payouts in a list.
    ///
    /// @param asset the currency or token that they are paid in
    /// @param maker maker of the payouts
    /// @param least minimum amount of each payout, without its fee
    public record ApprovalSearch(
            @Nullable String asset,
            @Nullable UUID maker,
            @Nullable BigDecimal least,
            Order order) {
        public static final ApprovalSearch NONE = new ApprovalSearch(null, null, null, Order.OLDEST);
    }

    /// Returns the waiting payouts.
    public List<Waiting> waiting(UUID organizationId, ApprovalSearch search, int limit, long offset) {
        var approvals = database.browse(handle -> ApprovalStore.waiting(handle, organizationId, search, limit, offset));
        return database.inTx(tx -> withPayouts(tx, organizationId, approvals));
    }

    /// Returns the waiting ones among some payouts.
    public List<Waiting> waiting(UUID organizationId, Collection<UUID> payouts) {
        return found(organizationId, payouts, Approval::isWaiting);
    }

    /// Returns the payouts that no longer wait for approval among some, with the decision about each.
    public List<Waiting> ended(UUID organizationId, Collection<UUID> payouts) {
        return found(organizationId, payouts, each -> !each.isWaiting());
    }

    private List<Waiting> found(UUID organizationId, Collection<UUID> payouts, Predicate<Approval> wanted) {
        return database.inTx(tx -> withPayouts(
                tx,
                organizationId,
                payouts.stream()
                        .flatMap(id -> ApprovalStore.find(tx.handle(), organizationId, id).stream())
                        .filter(wanted)
                        .toList()));
    }

    private List<Waiting> withPayouts(Tx tx, UUID organizationId, List<Approval> approvals) {
        var refs = approvals.stream()
                .map(each -> new PayoutRef(organizationId, each.payoutId()))
                .toList();
        var payouts =
                disbursements.find(tx, refs).stream().collect(Collectors.toMap(Disbursement::id, Function.identity()));
        var found = new ArrayList<Waiting>();
        for (var each : approvals) {
            var payout = payouts.get(each.payoutId());
            if (payout != null) {
                found.add(new Waiting(payout, each));
            }
        }
        return found;
    }

    public long countWaiting(UUID organizationId, ApprovalSearch search) {
        return database.browse(handle -> ApprovalStore.countWaiting(handle, organizationId, search));
    }

    /// Returns the assets of the waiting payouts.
    public List<String> assets(UUID organizationId) {
        return database.browse(handle -> ApprovalStore.assets(handle, organizationId));
    }

    /// Returns the makers of the waiting payouts by name: some of them, if there are very many.
    public List<Actor> makers(UUID organizationId) {
        return database.browse(handle -> ApprovalStore.makers(handle, organizationId, MAKERS_SHOWN));
    }

    /// Counts the waiting payouts that a reviewer may decide on: all but those made by the reviewer, by one of
    /// their keys or by a file that they sent.
    public long countWaitingFor(UUID organizationId, UUID reviewer) {
        return database.read(handle -> ApprovalStore.countWaitingFor(handle, organizationId, reviewer));
    }

    /// Counts the waiting payouts of each group with more than one: the largest groups, up to the limit.
    public Map<UUID, Long> waitingByGroup(UUID organizationId, int limit) {
        return database.browse(handle -> ApprovalStore.groups(handle, organizationId, limit));
    }

    /// Payouts with an account that the bank holds under another name, or does not know.
    ///
    /// @param count number of such payouts
    /// @param first some of them
    public record NameMismatches(int count, List<Disbursement> first) {
        public NameMismatches {
            first = List.copyOf(first);
        }
    }

    /// The waiting payouts of some groups at a glance.
    ///
    /// @param sums totals by asset, of payouts whose records are as the service wrote them
    /// @param held ids of some payouts whose records were changed
    /// @param heldCount number of such payouts
    public record Summary(List<Sum> sums, NameMismatches nameMismatches, List<UUID> held, int heldCount) {
        public Summary {
            sums = List.copyOf(sums);
            held = List.copyOf(held);
        }
    }

    /// Summarizes the waiting payouts of some groups. Recipients are stored encrypted and records have MACs, so
    /// that all waiting payouts are read.
    ///
    /// @param shown maximum number of payouts to return of each list
    public Summary summary(UUID organizationId, Collection<UUID> groups, int shown) {
        var sums = new TreeMap<String, Sum>();
        int misnamed = 0;
        int heldCount = 0;
        var first = new ArrayList<Disbursement>();
        var held = new ArrayList<UUID>();
        UUID last = null;
        while (true) {
            var after = last;
            var some = database.read(
                    handle -> ApprovalStore.ofGroups(handle, organizationId, groups, after, DECIDED_AT_ONCE));
            var refs =
                    some.stream().map(id -> new PayoutRef(organizationId, id)).toList();
            for (var each : database.inTx(tx -> disbursements.find(tx, refs))) {
                if (each.isHeld()) {
                    heldCount++;
                    if (held.size() < shown) {
                        held.add(each.id());
                    }
                    continue;
                }
                sums.merge(each.amount().asset().code(), Sum.of(each), Sum::plus);
                if (isMisnamed(each)) {
                    misnamed++;
                    if (first.size() < shown) {
                        first.add(each);
                    }
                }
            }
            if (some.size() < DECIDED_AT_ONCE) {
                return new Summary(List.copyOf(sums.values()), new NameMismatches(misnamed, first), held, heldCount);
            }
            last = some.getLast();
        }
    }

    private static boolean isMisnamed(Disbursement payout) {
        var check = payout.isCrypto() ? null : payout.payee().parts().verification();
        return check != null && check.outcome().equals(NO_MATCH);
    }

    /// Decides on all waiting payouts of some groups, each by itself, a fixed number at a time. If that stops in
    /// the middle, the result has the number of certain decisions, and `UNAVAILABLE` among the reasons; the call
    /// can be repeated.
    ///
    /// @throws Refused `UNAVAILABLE` if none was decided on for sure, for want of a database, of room in
    ///     its lanes, or of a right to decide
    public Reviewed reviewAll(UUID organizationId, Collection<UUID> groups, ApprovalDecision word) {
        var reviewed = Reviewed.NOTHING;
        UUID last = null;
        while (!reviewed.isCutShort()) {
            var after = last;
            List<UUID> some = List.of();
            try {
                some = database.read(
                        handle -> ApprovalStore.ofGroups(handle, organizationId, groups, after, DECIDED_AT_ONCE));
                if (some.isEmpty()) {
                    return reviewed;
                }
                reviewed = reviewed.and(
                        some.size(), review(organizationId, some, word).values());
                last = some.getLast();
            } catch (Refused unavailable) {
                if (reviewed.decided() == 0) {
                    throw unavailable;
                }
                reviewed = reviewed.and(some.size(), unavailable);
            }
        }
        return reviewed;
    }

    /// Returns the approval of a payout, or nothing if it needed none.
    public Optional<Approval> of(UUID organizationId, UUID payoutId) {
        return database.read(handle -> ApprovalStore.find(handle, organizationId, payoutId));
    }

    /// Decides on some payouts, each by itself.
    ///
    /// @return reasons of the payouts without a decision: `DISBURSEMENT_NOT_FOUND`,
    ///     `DISBURSEMENT_NOT_AWAITING_APPROVAL`, `APPROVAL_BY_MAKER`; `DAILY_LIMIT_EXCEEDED` if less is left
    ///     today; `PAYMENT_METHOD_NOT_FOUND` if its rail is not configured any more, `UNAVAILABLE` if the outcome
    ///     is unknown, or the reviewer has lost the permission
    /// @throws Refused `UNAVAILABLE` if that is so of all
    public Map<UUID, Refused> review(UUID organizationId, List<UUID> payouts, ApprovalDecision word) {
        var distinct = payouts.stream().distinct().toList();
        var decisions = disbursements.review(distinct.stream()
                .map(id ->
                        new Review(new PayoutRef(organizationId, id), word.reviewer(), word.approved(), word.reason()))
                .toList());
        var refused = new LinkedHashMap<UUID, Refused>();
        for (int at = 0; at < distinct.size(); at++) {
            if (decisions.get(at) instanceof Decision.Declined(var refusal)) {
                refused.put(distinct.get(at), refusal);
            }
        }
        boolean unknown = refused.size() == distinct.size()
                && refused.values().stream().allMatch(refusal -> refusal.refusal() == Refusal.UNAVAILABLE);
        if (unknown && !refused.isEmpty()) {
            throw Refusal.UNAVAILABLE.refused();
        }
        return refused;
    }
}
