package dev.sluice.checkout;

import dev.sluice.auth.Caller;
import dev.sluice.auth.Scope;
import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.deposit.Deposit;
import dev.sluice.deposit.DepositRef;
import dev.sluice.deposit.DepositState.Pending;
import dev.sluice.deposit.Deposits;
import dev.sluice.deposit.create.PaymentOptions;
import dev.sluice.http.Answer;
import dev.sluice.http.Ids;
import dev.sluice.idempotency.Claim;
import dev.sluice.idempotency.IdempotentRequests;
import dev.sluice.idempotency.ReferenceClaims;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.TenantDirectory;
import dev.sluice.refusal.Detail;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Payment pages: created for a merchant, opened by anyone with the link, and turned into a deposit by the choice of
/// a method.
final class Checkouts {
    static final Duration VALID = Duration.ofMinutes(15);

    private static final String UNCHOSEN = "none";
    private static final String OVER = "over";
    private static final int BATCH_MAX = 200;
    /// Period in which a page shows the status of its payment.
    private static final Duration SHOWN = Duration.ofDays(90);

    private final Database database;
    private final CheckoutStore store;
    private final Clocks clocks;
    private final IdempotentRequests idempotency;
    private final TenantDirectory directory;
    private final Organizations organizations;
    private final Deposits deposits;
    private final CheckoutDesigns designs;

    Checkouts(
            Database database,
            CheckoutStore store,
            Clocks clocks,
            IdempotentRequests idempotency,
            TenantDirectory directory,
            Organizations organizations,
            Deposits deposits,
            CheckoutDesigns designs) {
        this.database = database;
        this.store = store;
        this.clocks = clocks;
        this.idempotency = idempotency;
        this.directory = directory;
        this.organizations = organizations;
        this.deposits = deposits;
        this.designs = designs;
    }

    /// Creates a page. Claims its reference now for the future deposit, which has the page's id.
    ///
    /// @throws dev.sluice.refusal.Refused `REFERENCE_EXISTS`
    Answer create(Checkout checkout, Claim claim, Function<Checkout, Answer> render) {
        return idempotency.once(claim, tx -> {
            var reference = checkout.reference();
            if (reference != null) {
                var name = name(checkout.organizationId(), reference);
                if (!checkout.sharesReference()) {
                    inUse(tx, name).ifPresent(detail -> {
                        throw Refusal.REFERENCE_EXISTS.refused(List.of(detail));
                    });
                }
                var claimed = List.of(new ReferenceClaims.Claimed(name, checkout.id()));
                if (checkout.sharesReference()) {
                    ReferenceClaims.claimIfFree(tx, claimed);
                } else {
                    ReferenceClaims.claim(tx, claimed);
                }
            }
            store.insert(tx, checkout);
            directory.claim(
                    tx,
                    List.of(new TenantDirectory.Route(
                            TenantDirectory.Kind.CHECKOUT,
                            checkout.id().toString(),
                            checkout.organizationId(),
                            checkout.id(),
                            checkout.expiresAt().plus(SHOWN))));
            return render.apply(checkout);
        });
    }

    /// Returns the finding for a reference that another deposit or page has. Requests that fail for other reasons
    /// include it too, so that all findings can be fixed at once.
    Optional<Detail> referenceInUse(UUID organizationId, String reference) {
        return organizations.switches(organizationId).duplicateReferencesAllowed()
                ? Optional.empty()
                : database.inTx(tx -> inUse(tx, name(organizationId, reference)));
    }

    private static Optional<Detail> inUse(Tx tx, ReferenceClaims.Name name) {
        return Optional.ofNullable(ReferenceClaims.find(tx, List.of(name)).get().get(name))
                .map(holder -> new Detail(
                        "reference",
                        Refusal.REFERENCE_EXISTS.code(),
                        "is the reference of another deposit",
                        holder.toString()));
    }

    /// Returns the page with an id, of any organization.
    Optional<Checkout> find(String id) {
        return ref(id).flatMap(
                        ref -> database.read(handle -> store.find(handle, ref.organizationId(), ref.depositId())));
    }

    /// Returns a supplier of the current status of a page and its deposit; empty if the page does not exist.
    Optional<Supplier<String>> status(String id) {
        return find(id).map(page ->
                () -> deposits.version(page.deposit()).orElseGet(() -> page.isExpired(now()) ? OVER : UNCHOSEN));
    }

    /// Returns the reference of a page's deposit; both have the same id.
    private Optional<DepositRef> ref(String id) {
        return Ids.parse(id)
                .flatMap(parsed -> directory
                        .find(TenantDirectory.Kind.CHECKOUT, parsed.toString())
                        .map(owner -> new DepositRef(owner, parsed)));
    }

    Optional<Deposit> deposit(Checkout checkout) {
        return deposits.find(checkout.deposit());
    }

    /// Result of a choice.
    enum Chosen {
        /// The deposit exists, or the page has expired.
        SETTLED,
        /// The method is not offered, or not for this amount.
        NOT_OFFERED,
        /// The method's rail was stopped by an operator.
        STOPPED,
        /// The method is temporarily unavailable: there is no rate, or a bank's account numbers are used up.
        NOT_NOW,
        /// Another payment has the page's reference.
        TAKEN,
        /// Another method was chosen before or concurrently.
        CHOSEN,
        /// A payment is already in progress, or the page has expired: the payment method stays.
        STAYS
    }

    /// A customer's choice.
    ///
    /// @param instead number of the deposit's events when the customer saw the payment instructions and asked for
    ///     another method; 0 for the first choice
    record Choice(String method, int instead) {}

    /// Creates the deposit of a choice at most once, or changes its payment method. Two tabs that choose
    /// concurrently get the same deposit. Creates nothing for an expired page, for a method that the
    /// organization's pages do not offer, or for an organization whose pages are disabled.
    Chosen choose(Checkout checkout, Choice choice) {
        var method = choice.method();
        var before = deposit(checkout);
        boolean isChosen = before.filter(deposit ->
                        method.isEmpty() || deposit.instructions().method().equals(method))
                .isPresent();
        if (isChosen || (before.isEmpty() && checkout.isExpired(now()))) {
            return Chosen.SETTLED;
        }
        if (before.isPresent() && choice.instead() == 0) {
            return Chosen.CHOSEN;
        }
        if (!mayChange(checkout, before)) {
            return Chosen.STAYS;
        }
        if (!isEnabled(checkout)
                || !designs.isOffered(
                        checkout.organizationId(), checkout.requested().input().code(), method)) {
            return Chosen.NOT_OFFERED;
        }
        var organization = organizations.get(checkout.organizationId());
        var caller = new Caller(
                organization.id(), organization.name(), checkout.userId(), organization.name(), Set.of(Scope.DEPOSITS));
        var identity =
                new PaymentOptions.Identity(checkout.id(), organization.name(), checkout.reference(), checkout.note());
        try {
            if (before.isPresent()) {
                return deposits.changeMethod(
                                organization.id(), checkout.requested(), method, identity, choice.instead())
                        ? Chosen.SETTLED
                        : Chosen.NOT_OFFERED;
            }
            // If several payers choose at once, the first one wins.
            return deposits.open(caller, checkout.requested(), method, identity, mayShare(checkout))
                    .map(open -> open.instructions().method().equals(method) ? Chosen.SETTLED : Chosen.CHOSEN)
                    .orElse(Chosen.NOT_OFFERED);
        } catch (Refused refused) {
            return switch (refused.refusal()) {
                // Another payment has taken the reference, because the page expired in the meantime.
                case REFERENCE_EXISTS -> Chosen.TAKEN;
                case RAIL_UNAVAILABLE -> Chosen.STOPPED;
                case CHANGED_MEANWHILE -> Chosen.CHOSEN;
                case DEPOSIT_NOT_CANCELLABLE -> Chosen.STAYS;
                case ACCOUNT_NUMBERS_EXHAUSTED, RATE_UNAVAILABLE, UNAVAILABLE -> Chosen.NOT_NOW;
                default -> throw refused;
            };
        }
    }

    /// Reports whether another payment method can be chosen. That ends with the page's validity, so that repeated
    /// choices do not extend the time to pay.
    boolean mayChange(Checkout checkout, Optional<Deposit> deposit) {
        return !checkout.isExpired(now())
                && deposit.map(Deposit::state)
                        .filter(state -> !(state instanceof Pending))
                        .isEmpty();
    }

    /// Reports whether the organization's switches still allow a choice on the page.
    boolean isEnabled(Checkout checkout) {
        return organizations.switches(checkout.organizationId()).checkoutEnabled();
    }

    /// Returns true if the page may share its reference. A permission at creation stays valid with the page,
    /// because its customer cannot change the reference.
    private boolean mayShare(Checkout checkout) {
        return checkout.sharesReference()
                || organizations.switches(checkout.organizationId()).duplicateReferencesAllowed();
    }

    /// Reports whether another payment has the page's reference, so that the page cannot be used any more.
    boolean isTaken(Checkout checkout) {
        var reference = checkout.reference();
        if (reference == null || mayShare(checkout)) {
            return false;
        }
        var name = name(checkout.organizationId(), reference);
        return database.inTx(tx -> Optional.ofNullable(
                        ReferenceClaims.find(tx, List.of(name)).get().get(name)))
                .filter(holder -> !holder.equals(checkout.id()))
                .isPresent();
    }

    /// Returns the time on which all nodes agree. It decides when a page expires.
    Instant now() {
        return database.read(clocks::sharedInstant);
    }

    /// Releases the references that unused pages claimed; returns true if there may be more. A choice in progress
    /// has locked its claim, so the sweep waits for it and then finds its deposit.
    boolean deleteExpired() {
        return database.inTx(tx -> {
            var due = store.lockDue(tx, clocks.sharedInstant(tx.handle()), BATCH_MAX);
            var claims = due.stream().flatMap(Checkouts::claim).toList();
            var held = ReferenceClaims.lock(
                            tx,
                            claims.stream().map(ReferenceClaims.Claimed::name).toList())
                    .get();
            Deposits.releaseReferences(
                    tx,
                    claims.stream()
                            .filter(claim -> claim.paymentId().equals(held.get(claim.name())))
                            .filter(claim -> deposits.find(tx, deposit(claim)).isEmpty())
                            .toList());
            due.forEach(checkout -> CheckoutStore.close(tx, checkout));
            return due.size() == BATCH_MAX;
        });
    }

    private static DepositRef deposit(ReferenceClaims.Claimed claim) {
        return new DepositRef(claim.name().organizationId(), claim.paymentId());
    }

    private static Stream<ReferenceClaims.Claimed> claim(Checkout checkout) {
        return Optional.ofNullable(checkout.reference()).stream()
                .map(reference ->
                        new ReferenceClaims.Claimed(name(checkout.organizationId(), reference), checkout.id()));
    }

    private static ReferenceClaims.Name name(UUID organizationId, String reference) {
        return new ReferenceClaims.Name(organizationId, ReferenceClaims.Kind.DEPOSIT, reference);
    }
}
