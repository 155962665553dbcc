package dev.sluice.deposit.lane;

import dev.sluice.clock.Clocks;
import dev.sluice.convert.Quotes;
import dev.sluice.deposit.Deposit;
import dev.sluice.deposit.Deposit.Progress;
import dev.sluice.deposit.DepositRef;
import dev.sluice.deposit.DepositState.Pending;
import dev.sluice.deposit.create.Draft;
import dev.sluice.deposit.create.Windows;
import dev.sluice.deposit.lane.Command.Create;
import dev.sluice.idempotency.Decision;
import dev.sluice.idempotency.ReferenceClaims;
import dev.sluice.merchant.TenantDirectory;
import dev.sluice.money.Money;
import dev.sluice.refusal.Detail;
import dev.sluice.refusal.Findings;
import dev.sluice.refusal.Refusal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiConsumer;

/// Creates deposits in a batch: claims references and destinations, and makes rows and events. One refused item
/// refuses the request.
public final class CreateDecision {
    private final BatchRun.Parts parts;
    private final Instant opensAt;
    private final Map<DepositRef, Deposit> known;
    private final Map<ReferenceClaims.Name, UUID> references;
    private final Set<String> takenDestinations;
    private final BiConsumer<UUID, Quotes.Wanted> takeQuote;
    private final Set<UUID> usedQuotes;
    private final PendingWrites writes;

    CreateDecision(
            BatchRun.Parts parts,
            Instant opensAt,
            Map<DepositRef, Deposit> known,
            Map<ReferenceClaims.Name, UUID> references,
            Set<String> takenDestinations,
            BiConsumer<UUID, Quotes.Wanted> takeQuote,
            Set<UUID> usedQuotes,
            PendingWrites writes) {
        this.parts = parts;
        this.opensAt = opensAt;
        this.known = known;
        this.references = references;
        this.takenDestinations = takenDestinations;
        this.takeQuote = takeQuote;
        this.usedQuotes = usedQuotes;
        this.writes = writes;
    }

    /// Creates the deposits of a command. A deposit with an id that was settled before is created once: a repeated
    /// command gets it as it is.
    Decision decide(Create create) {
        var there = create.settled().stream()
                .map(known::get)
                .filter(Objects::nonNull)
                .toList();
        if (!there.isEmpty()) {
            return new Decision.Answered(create.render().apply(there));
        }
        if (!create.duplicateReferencesAllowed()) {
            refuseKnownReferences(create);
        }
        var deposits = new ArrayList<Deposit>(create.drafts().size());
        for (var draft : create.drafts()) {
            deposits.add(create(create, draft));
        }
        return new Decision.Answered(create.render().apply(deposits));
    }

    public static ReferenceClaims.Name name(UUID organizationId, String reference) {
        return new ReferenceClaims.Name(organizationId, ReferenceClaims.Kind.DEPOSIT, reference);
    }

    public static Detail known(String field, UUID holder) {
        return new Detail(
                field, Refusal.REFERENCE_EXISTS.code(), "is the reference of another deposit", holder.toString());
    }

    private void refuseKnownReferences(Create create) {
        var findings = new Findings();
        for (var draft : create.drafts()) {
            if (draft.reference() != null) {
                var holder = references.get(name(create.organizationId(), draft.reference()));
                if (holder != null
                        && !(draft.id() != null && holder.equals(draft.id().value()))) {
                    findings.named(Refusal.REFERENCE_EXISTS, known(draft.path() + "reference", holder));
                }
            }
        }
        findings.throwIfAny();
    }

    private Deposit create(Create create, Draft draft) {
        var id = draft.id() == null ? parts.clocks().newId() : draft.id().value();
        var now = draft.id() == null ? Clocks.timeOf(id) : opensAt;
        var expiresAt = Windows.expiry(draft.by().methodType(), opensAt);
        var destination = parts.ranges().free(draft, takenDestinations);
        useQuote(create, draft, id);
        var deposit = new Deposit(
                create.organizationId(),
                id,
                create.bulkId(),
                draft.requested(opensAt, expiresAt),
                draft.instructions(destination, expiresAt),
                draft.reference(),
                draft.note(),
                create.caller().actorId(),
                new Progress(
                        new Pending(),
                        expiresAt,
                        Set.of(),
                        List.of(),
                        List.of(),
                        Timeline.ofNew(now),
                        false,
                        Money.zero(draft.priced().output().asset()),
                        0,
                        1,
                        now));
        takenDestinations.add(destination.text());
        writes.create(deposit);
        writes.routes.add(new TenantDirectory.Route(
                TenantDirectory.Kind.DEPOSIT,
                destination.text(),
                create.organizationId(),
                id,
                Windows.reusable(draft.by().methodType(), expiresAt)));
        if (draft.reference() != null) {
            var claim = new ReferenceClaims.Claimed(name(create.organizationId(), draft.reference()), id);
            if (create.duplicateReferencesAllowed()) {
                writes.wishedReferences.add(claim);
            } else if (!id.equals(references.get(claim.name()))) {
                writes.claimedReferences.add(claim);
            }
        }
        return deposit;
    }

    /// Locks a quote and checks it again, and uses it up with the deposit.
    private void useQuote(Create create, Draft draft, UUID id) {
        var wanted = draft.quote();
        if (wanted != null) {
            takeQuote.accept(create.organizationId(), wanted);
            if (!usedQuotes.add(wanted.quoteId())) {
                throw Refusal.QUOTE_USED.refused(wanted.field(), "is used twice");
            }
            writes.quotes.add(new Quotes.Use(create.organizationId(), wanted.quoteId(), id));
        }
    }
}
