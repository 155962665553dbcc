package dev.sluice.disbursement.create;

import dev.sluice.auth.Caller;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.disbursement.Disbursement;
import dev.sluice.disbursement.create.CreatePayouts.Parsed;
import dev.sluice.disbursement.query.DisbursementListStore;
import dev.sluice.http.Answer;
import dev.sluice.http.Fields;
import dev.sluice.http.Json;
import dev.sluice.http.JsonObject;
import dev.sluice.idempotency.Claim;
import dev.sluice.idempotency.IdempotentRequests;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.policy.PolicyEvaluator;
import dev.sluice.policy.Rule;
import dev.sluice.refusal.Detail;
import dev.sluice.refusal.Refused;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Payouts that people prepare at length: requests as the endpoints take them, tried without effect, and then made
/// once.
public final class PayoutPreparation {
    /// Maximum number of items of a request.
    public static final int ITEMS_MAX = DisbursementRequests.ITEMS_MAX;

    /// Detail of an item with a fee other than the confirmed one.
    private static final String FEE_CHANGED = "FEE_CHANGED";

    private static final String PAYEE_CHANGED = "PAYEE_CHANGED";
    private static final Set<String> NOT_AS_AGREED = Set.of(FEE_CHANGED, PAYEE_CHANGED);

    private static final Answer REFUSED = new Answer(400, Answer.JSON, new byte[0]);
    /// Stored answer of a released key. Payouts are answered with 201.
    private static final Answer RELEASED = new Answer(200, Answer.JSON, Json.bytes(new JsonObject()));

    private final Database database;
    private final DisbursementRequests fiat;
    private final CryptoRequests crypto;
    private final CreatePayouts creations;
    private final IdempotentRequests idempotency;

    public PayoutPreparation(
            Database database,
            DisbursementRequests fiat,
            CryptoRequests crypto,
            CreatePayouts creations,
            IdempotentRequests idempotency) {
        this.database = database;
        this.fiat = fiat;
        this.crypto = crypto;
        this.creations = creations;
        this.idempotency = idempotency;
    }

    /// Result of a dry run: all faults of a request but a lack of balance, and the cost of each item without a
    /// fault. Paths are those of the endpoint.
    public record DryRun(List<Detail> faults, List<Cost> costs) {
        public DryRun {
            faults = List.copyOf(faults);
            costs = List.copyOf(costs);
        }
    }

    /// Amount debited for an item: its amount, and the fee on top.
    ///
    /// @param payeeRevision revision number of a stored payee; 0 if the payee is not stored
    /// @param rules rules that require another person's approval
    public record Cost(String path, Money amount, Money fee, int payeeRevision, List<Rule> rules) {
        public Cost {
            rules = List.copyOf(rules);
        }

        public boolean needsApproval() {
            return !rules.isEmpty();
        }

        public Money total() {
            return amount.plus(fee);
        }
    }

    /// The created payouts, in the order of the items, and their group.
    public record CreatedPayouts(UUID groupId, List<UUID> payouts) {
        public CreatedPayouts {
            payouts = List.copyOf(payouts);
        }
    }

    /// Dry run: finds the faults that the endpoint would find.
    public DryRun dryRun(Caller caller, Asset.Kind kind, JsonObject request) {
        return dryRuns(caller).of(kind, request, Set.of());
    }

    /// Starts dry runs of several requests of a caller, one after the other. The payouts of each request count for
    /// those after it, if the policy has a total.
    public DryRuns dryRuns(Caller caller) {
        var evaluator = creations.policing(caller);
        return (kind, request, wrong) -> dryRun(caller, kind, request, wrong, evaluator);
    }

    /// Dry runs of requests.
    public interface DryRuns {
        /// @param wrong paths of items with a fault that the endpoint would not find
        DryRun of(Asset.Kind kind, JsonObject request, Set<String> wrong);
    }

    /// Predicts which payouts of requests would wait for an approval if the caller created them now.
    public ApprovalForecast forecast(Caller caller) {
        return new ApprovalForecast(caller, creations.policing(caller));
    }

    /// Returns the policy's result for requests without other faults. It asks no bank, so that it can be used for
    /// many payouts on each page view.
    public final class ApprovalForecast {
        private final Caller caller;
        private final PolicyEvaluator evaluator;

        private ApprovalForecast(Caller caller, PolicyEvaluator evaluator) {
            this.caller = caller;
            this.evaluator = evaluator;
        }

        /// Returns true if any rule requires an approval.
        public boolean isOfAny() {
            return evaluator.letsWait(caller.organizationId());
        }

        /// Returns the paths of the items that need an approval. The payouts of each request count for those
        /// after it.
        public Set<String> of(Asset.Kind kind, JsonObject request) {
            boolean duplicates = creations.duplicateReferencesAllowed(caller);
            var fields = Fields.of(request);
            var drafts = switch (kind) {
                case FIAT -> fiat.unverified(caller, fields, duplicates).drafts();
                case CRYPTO -> crypto.create(caller, fields, duplicates).drafts();
            };
            var policyResult = creations.scrutiny(evaluator, caller, drafts);
            return IntStream.range(0, drafts.size())
                    .filter(at -> !policyResult.reservations(at).isEmpty())
                    .mapToObj(at -> drafts.get(at).path())
                    .collect(Collectors.toSet());
        }
    }

    /// Runs one request without effect. An item with a fault is not paid: no policy is evaluated for it, and it
    /// does not count for later items.
    private DryRun dryRun(
            Caller caller, Asset.Kind kind, JsonObject request, Set<String> wrong, PolicyEvaluator evaluator) {
        boolean duplicates = creations.duplicateReferencesAllowed(caller);
        var fields = Fields.of(request);
        var parsed = switch (kind) {
            case FIAT -> fiat.tried(caller, fields, duplicates);
            case CRYPTO -> crypto.create(caller, fields, duplicates);
        };
        creations.findReferencesInUse(caller, parsed);
        var details = parsed.findings().details();
        var right = parsed.drafts().stream()
                .filter(draft -> !wrong.contains(draft.path()))
                .filter(draft -> !draft.isNamedBy(details))
                .toList();
        var policyResult = creations.scrutiny(evaluator, caller, right);
        var costs = new ArrayList<Cost>();
        for (int at = 0; at < right.size(); at++) {
            var draft = right.get(at);
            costs.add(new Cost(
                    draft.path(), draft.amount(), draft.fee(), draft.payeeSequence(), policyResult.reservations(at)));
        }
        var faults = new ArrayList<>(details);
        faults.addAll(policyResult.findings().details());
        return new DryRun(faults, costs);
    }

    /// Returns true if the organization may use a reference twice.
    public boolean duplicateReferencesAllowed(Caller caller) {
        return creations.duplicateReferencesAllowed(caller);
    }

    /// Terms that a person confirms.
    ///
    /// @param fees fees of the items, in the currency or token of the payout
    /// @param payeeRevisions revisions of the stored payees, by item; 0 for a payee that is not stored
    /// @param waits true for the items that were shown as waiting for an approval: they do, regardless
    ///     of the rules by then
    /// @param preparer person who prepared it for the confirming one; neither of them can approve it
    public record Confirmation(
            List<BigDecimal> fees,
            List<Integer> payeeRevisions,
            List<Boolean> waits,
            @Nullable UUID preparer) {
        /// @throws IllegalArgumentException if the lists differ in length
        public Confirmation {
            fees = List.copyOf(fees);
            payeeRevisions = List.copyOf(payeeRevisions);
            waits = List.copyOf(waits);
            if (fees.size() != waits.size() || fees.size() != payeeRevisions.size()) {
                throw new IllegalArgumentException("%d fees, %d payees, and %d that wait or not"
                        .formatted(fees.size(), payeeRevisions.size(), waits.size()));
            }
        }
    }

    /// Reports whether the only fault of a request is that it differs from its confirmed terms.
    public static boolean isNotAsAgreed(Refused refused) {
        return !refused.details().isEmpty()
                && refused.details().stream().map(Detail::code).allMatch(NOT_AS_AGREED::contains);
    }

    /// Creates all payouts of a request, or none. A key that was used before returns the payouts that were created
    /// then, regardless of later changes, and nothing if the key was released.
    ///
    /// @param caller the confirming person, with the current role
    /// @param key idempotency key: as long as it is remembered, it belongs to this request alone
    /// @param agreed confirmed terms: with other fees, or payees that were changed since, no payout is created
    /// @throws Refused as the endpoint refuses; the key stays free. `UNAVAILABLE` if the person has
    ///     another role by then, or no access any more
    public Optional<CreatedPayouts> create(
            Caller caller, Asset.Kind kind, JsonObject request, String key, Confirmation agreed) {
        return create(caller, kind, request, Claim.ofKey(caller.organizationId(), key), agreed);
    }

    /// Creates the payouts of a person's request. The person may send a different request under its key.
    ///
    /// @throws Refused also `IDEMPOTENCY_KEY_REUSED`, if a different request was executed under the key
    public Optional<CreatedPayouts> createOnly(
            Caller caller, Asset.Kind kind, JsonObject request, String key, Confirmation agreed) {
        return create(
                caller, kind, request, Claim.ofRequest(caller.organizationId(), key, Json.bytes(request)), agreed);
    }

    private Optional<CreatedPayouts> create(
            Caller caller, Asset.Kind kind, JsonObject request, Claim claim, Confirmation agreed) {
        var refusal = new AtomicReference<Refused>();
        var answer = idempotency.guarded(
                claim,
                () -> creations.create(
                        caller,
                        claim,
                        asAgreed(parsed(caller, kind, Fields.of(request)), agreed),
                        agreed,
                        PayoutPreparation::created),
                refused -> {
                    refusal.set(refused);
                    return REFUSED;
                });
        if (answer.status() == REFUSED.status()) {
            throw Objects.requireNonNull(refusal.get());
        }
        return created(answer);
    }

    /// Returns the payouts that were created under a key; nothing if there are none, or if the key was released.
    public Optional<CreatedPayouts> find(UUID organizationId, String key) {
        return idempotency.storedAnswer(Claim.ofKey(organizationId, key)).flatMap(PayoutPreparation::created);
    }

    /// Releases a key, so that nothing is ever created under it, and writes the caller's record of that in the
    /// same transaction.
    ///
    /// @return the payouts that were created under it in between; in that case nothing is written
    public Optional<CreatedPayouts> abandonKey(UUID organizationId, String key, Consumer<Tx> written) {
        return created(idempotency.once(Claim.ofKey(organizationId, key), tx -> {
            written.accept(tx);
            return RELEASED;
        }));
    }

    /// Returns the number of payouts of some groups by status, as named in the API.
    public Map<String, Long> statuses(UUID organizationId, List<UUID> groups) {
        return groups.isEmpty()
                ? Map.of()
                : database.browse(handle -> DisbursementListStore.statuses(handle, organizationId, groups));
    }

    /// Current state of a payout.
    ///
    /// @param status on the wire
    /// @param waits true if it needs an approval
    /// @param mayBePaid true if it failed or was returned, and its rail says that it was paid after all
    /// @param failureCode reason of its failure or return, if there is one
    public record CurrentState(
            String status,
            boolean waits,
            boolean mayBePaid,
            @Nullable String failureCode) {}

    /// Returns the current states of some payouts by id.
    public Map<UUID, CurrentState> states(UUID organizationId, List<UUID> payouts) {
        return payouts.isEmpty()
                ? Map.of()
                : database.browse(handle -> DisbursementListStore.states(handle, organizationId, payouts));
    }

    private Parsed parsed(Caller caller, Asset.Kind kind, Fields fields) {
        boolean duplicates = creations.duplicateReferencesAllowed(caller);
        return switch (kind) {
            case FIAT -> fiat.second(caller, fields, duplicates);
            case CRYPTO -> crypto.create(caller, fields, duplicates);
        };
    }

    /// Finds the items with a different fee by now, and those with a changed payee. An item with other faults is
    /// not compared.
    private static Parsed asAgreed(Parsed parsed, Confirmation agreed) {
        if (!parsed.findings().isEmpty()) {
            return parsed;
        }
        for (int at = 0; at < agreed.fees().size(); at++) {
            var draft = parsed.drafts().get(at);
            var fee = agreed.fees().get(at);
            if (draft.fee().decimal().compareTo(fee) != 0) {
                parsed.findings()
                        .add(
                                draft.path("amount"),
                                FEE_CHANGED,
                                "has a fee of %s now, %s %s was confirmed"
                                        .formatted(
                                                draft.fee(),
                                                fee.toPlainString(),
                                                draft.fee().asset().code()));
            }
            if (draft.payeeSequence() != agreed.payeeRevisions().get(at)) {
                parsed.findings()
                        .add(draft.path("recipientId"), PAYEE_CHANGED, "was changed after it was selected here");
            }
        }
        return parsed;
    }

    private static Answer created(List<Disbursement> payouts) {
        var json = new JsonObject()
                .put("groupId", payouts.getFirst().groupId())
                .put("payouts", payouts.stream().map(Disbursement::id).toList());
        return new Answer(201, Answer.JSON, Json.bytes(json));
    }

    private static Optional<CreatedPayouts> created(Answer answer) {
        if (answer.status() == RELEASED.status()) {
            return Optional.empty();
        }
        var json = Json.parse(answer.body());
        var payouts = new ArrayList<UUID>();
        json.path("payouts").forEach(id -> payouts.add(UUID.fromString(id.stringValue())));
        return Optional.of(
                new CreatedPayouts(UUID.fromString(json.path("groupId").stringValue()), payouts));
    }
}
