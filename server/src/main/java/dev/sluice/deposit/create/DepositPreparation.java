package dev.sluice.deposit.create;

import dev.sluice.auth.Caller;
import dev.sluice.db.Tx;
import dev.sluice.deposit.Deposit;
import dev.sluice.deposit.DepositRef;
import dev.sluice.deposit.Deposits;
import dev.sluice.deposit.Pricing.Priced;
import dev.sluice.deposit.create.DepositRequests.Parsed;
import dev.sluice.deposit.lane.Command.Create;
import dev.sluice.http.Answer;
import dev.sluice.http.Fields;
import dev.sluice.http.Json;
import dev.sluice.http.JsonObject;
import dev.sluice.idempotency.Claim;
import dev.sluice.idempotency.Decision;
import dev.sluice.idempotency.IdempotentRequests;
import dev.sluice.merchant.Organizations;
import dev.sluice.money.Asset;
import dev.sluice.refusal.Detail;
import dev.sluice.refusal.Findings;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Deposits that people prepare at length: requests as the endpoints take them, tried without effect, and then made,
/// each by itself and once.
public final class DepositPreparation {
    private static final String ID = "depositId";

    /// Stored answer of a released key. Deposits are answered with 201.
    private static final Answer RELEASED = new Answer(200, Answer.JSON, Json.bytes(new JsonObject()));

    private final DepositRequests fiat;
    private final CryptoDepositRequests crypto;
    private final Deposits deposits;
    private final Organizations organizations;
    private final IdempotentRequests idempotency;

    public DepositPreparation(
            DepositRequests fiat,
            CryptoDepositRequests crypto,
            Deposits deposits,
            Organizations organizations,
            IdempotentRequests idempotency) {
        this.fiat = fiat;
        this.crypto = crypto;
        this.deposits = deposits;
        this.organizations = organizations;
        this.idempotency = idempotency;
    }

    /// A request of the endpoint of its type.
    ///
    /// @param key idempotency key: as long as it is remembered, it belongs to this request alone
    public record Order(Asset.Kind type, JsonObject request, String key) {}

    /// The deposit that was made of an order, or why none was.
    public record Outcome(
            @Nullable UUID depositId, @Nullable Refused refused) {}

    /// Dry run: finds the faults that the endpoints would find in each order.
    public List<List<Detail>> dryRun(Caller caller, List<Order> orders) {
        boolean duplicates = duplicateReferencesAllowed(caller);
        var tried =
                orders.stream().map(order -> tried(caller, order, duplicates)).toList();
        if (!duplicates) {
            deposits.findReferencesInUse(caller.organizationId(), tried);
        }
        return tried.stream().map(parsed -> parsed.findings().details()).toList();
    }

    /// Returns the payment, the fee and the credit of an order's deposit if it were created now.
    ///
    /// @throws Refused with the faults that the endpoint would find, except those that need the lane
    public Priced priced(Caller caller, Order order) {
        var parsed = parsed(caller, order, duplicateReferencesAllowed(caller));
        parsed.findings().throwIfAny();
        return parsed.drafts().getFirst().priced();
    }

    /// Reports whether an organization may use a reference twice.
    public boolean duplicateReferencesAllowed(Caller caller) {
        return organizations.switches(caller.organizationId()).duplicateReferencesAllowed();
    }

    /// Creates a deposit for each valid order, and returns the outcomes in the same order. A key that was used
    /// before returns the deposit that was created then, regardless of later changes.
    ///
    /// @param bulkId id of all of them
    public List<Outcome> create(Caller caller, UUID bulkId, List<Order> orders) {
        boolean duplicates = duplicateReferencesAllowed(caller);
        var outcomes = new HashMap<Order, Outcome>();
        var asked = new ArrayList<Order>();
        var creates = new ArrayList<Create>();
        for (var order : orders) {
            var claim = Claim.ofKey(caller.organizationId(), order.key());
            try {
                var parsed = parsed(caller, order, duplicates);
                parsed.findings().throwIfAny();
                creates.add(new Create(caller, parsed.drafts(), bulkId, duplicates, claim, DepositPreparation::answer));
                asked.add(order);
            } catch (Refused refused) {
                outcomes.put(order, before(claim).orElseGet(() -> new Outcome(null, refused)));
            }
        }
        var decisions = deposits.createAll(creates);
        for (int at = 0; at < asked.size(); at++) {
            outcomes.put(asked.get(at), outcome(decisions.get(at)));
        }
        return orders.stream()
                .map(order -> Objects.requireNonNull(outcomes.get(order)))
                .toList();
    }

    /// Releases the key of an order, so that no deposit is ever created under it, and writes the caller's record
    /// of that in the same transaction.
    ///
    /// @return the deposit that was created under it in between; in that case nothing is written
    public Optional<UUID> abandonKey(UUID organizationId, String key, Consumer<Tx> written) {
        var answer = idempotency.once(Claim.ofKey(organizationId, key), tx -> {
            written.accept(tx);
            return RELEASED;
        });
        return Optional.ofNullable(outcomeOf(answer).depositId());
    }

    /// The statuses of some deposits as the wire has them, by their ids.
    public Map<UUID, String> statuses(UUID organizationId, List<UUID> ids) {
        var refs = ids.stream().map(id -> new DepositRef(organizationId, id)).toList();
        var statuses = new HashMap<UUID, String>();
        deposits.statuses(refs).forEach((ref, status) -> statuses.put(ref.depositId(), status.wire()));
        return statuses;
    }

    /// Parses a request for a dry run. A refusal because something else is missing now, such as a rate, becomes a
    /// finding too.
    private Parsed tried(Caller caller, Order order, boolean duplicates) {
        try {
            return parsed(caller, order, duplicates);
        } catch (Refused refused) {
            var findings = new Findings();
            findings.named(refused.refusal(), "outputCurrency", refused.text());
            return new Parsed(List.of(), List.of(), findings);
        }
    }

    private Parsed parsed(Caller caller, Order order, boolean duplicates) {
        var fields = Fields.of(order.request());
        return switch (order.type()) {
            case FIAT -> fiat.one(caller, fields, duplicates);
            case CRYPTO -> crypto.one(caller, fields);
        };
    }

    private Optional<Outcome> before(Claim claim) {
        try {
            return idempotency.storedAnswer(claim).map(DepositPreparation::outcomeOf);
        } catch (Refused reused) {
            return Optional.of(new Outcome(null, reused));
        }
    }

    private static Answer answer(List<Deposit> created) {
        return new Answer(
                201,
                Answer.JSON,
                Json.bytes(new JsonObject().put(ID, created.getFirst().id())));
    }

    private static Outcome outcome(Decision decision) {
        return decision instanceof Decision.Declined(var refused)
                ? new Outcome(null, refused)
                : outcomeOf(decision.answer());
    }

    private static Outcome outcomeOf(Answer answer) {
        if (answer.status() == RELEASED.status()) {
            return new Outcome(null, Refusal.NOT_FOUND.refused());
        }
        return new Outcome(UUID.fromString(Json.parse(answer.body()).path(ID).stringValue()), null);
    }
}
