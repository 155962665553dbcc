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
import dev.sluice.deposit.Offers;
import dev.sluice.http.Answer;
import dev.sluice.http.Ids;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Routing;
import dev.sluice.refusal.Detail;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import dev.sluice.replay.Claim;
import dev.sluice.replay.ReferenceClaims;
import dev.sluice.replay.Replays;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Payment pages: made for a merchant, looked at by whoever has the link, and turned into a deposit by a choice.
final class Checkouts {
    static final Duration VALID = Duration.ofMinutes(15);

    private static final String UNCHOSEN = "none";
    private static final String OVER = "over";
    private static final int BATCH_MAX = 200;
    /// A page shows what became of its payment for so long.
    private static final Duration SHOWN = Duration.ofDays(90);

    private final Database database;
    private final CheckoutStore store;
    private final Clocks clocks;
    private final Replays replays;
    private final Routing routing;
    private final Organizations organizations;
    private final Deposits deposits;
    private final CheckoutLooks looks;

    Checkouts(
            Database database,
            CheckoutStore store,
            Clocks clocks,
            Replays replays,
            Routing routing,
            Organizations organizations,
            Deposits deposits,
            CheckoutLooks looks) {
        this.database = database;
        this.store = store;
        this.clocks = clocks;
        this.replays = replays;
        this.routing = routing;
        this.organizations = organizations;
        this.deposits = deposits;
        this.looks = looks;
    }

    /// Makes a page. Its reference is claimed now, for the deposit that will have its id.
    ///
    /// @throws dev.sluice.refusal.Refused `REFERENCE_EXISTS`
    Answer create(Checkout checkout, Claim claim, Function<Checkout, Answer> render) {
        return replays.once(claim, tx -> {
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
            routing.claim(
                    tx,
                    List.of(new Routing.Route(
                            Routing.Kind.CHECKOUT,
                            checkout.id().toString(),
                            checkout.organizationId(),
                            checkout.id(),
                            checkout.expiresAt().plus(SHOWN))));
            return render.apply(checkout);
        });
    }

    /// What is wrong with a reference that another deposit or page has. A request that is refused anyway is told of it
    /// too, so that all is mended at once.
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

    /// The page with an id, whosever it is.
    Optional<Checkout> find(String id) {
        return ref(id).flatMap(
                        ref -> database.read(handle -> store.find(handle, ref.organizationId(), ref.depositId())));
    }

    /// How the deposit stands that may have come of the page with an id, whenever that is asked for; nothing where
    /// there is no such page.
    Optional<Supplier<String>> standing(String id) {
        return find(id).map(page ->
                () -> deposits.standing(page.deposit()).orElseGet(() -> page.isExpired(now()) ? OVER : UNCHOSEN));
    }

    /// Page and deposit have the same id.
    private Optional<DepositRef> ref(String id) {
        return Ids.parse(id)
                .flatMap(parsed -> routing.find(Routing.Kind.CHECKOUT, parsed.toString())
                        .map(owner -> new DepositRef(owner, parsed)));
    }

    Optional<Deposit> deposit(Checkout checkout) {
        return deposits.find(checkout.deposit());
    }

    /// What comes of a choice.
    enum Chosen {
        /// There is a deposit, or the page's time is over.
        SETTLED,
        /// The method is not to be had, or not for this amount.
        NOT_OFFERED,
        /// Not at the moment, as an operator has stopped its rail.
        STOPPED,
        /// Not at the moment, as nobody knows the rate, or a bank's numbers are used up.
        NOT_NOW,
        /// Another payment has the page's reference.
        TAKEN,
        /// Another method was chosen before, or meanwhile.
        CHOSEN,
        /// Money is on its way already, or the time for a choice is over: the way to pay stays.
        STAYS
    }

    /// A customer's choice.
    ///
    /// @param instead the events that the deposit had when the customer was shown how to pay it, and wanted another
    ///     way; 0 for the first choice
    record Choice(String method, int instead) {}

    /// Makes the deposit of a choice, once, or has it paid another way: two tabs that choose at once get the same. A
    /// page whose time is
    /// over makes nothing, and neither does a method that the organization's pages do not offer, nor one of
    /// an organization that may have no pages any more.
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
                || !looks.isOffered(
                        checkout.organizationId(), checkout.wish().input().code(), method)) {
            return Chosen.NOT_OFFERED;
        }
        var organization = organizations.get(checkout.organizationId());
        var caller = new Caller(
                organization.id(), organization.name(), checkout.userId(), organization.name(), Set.of(Scope.DEPOSITS));
        var identity = new Offers.Identity(checkout.id(), organization.name(), checkout.reference(), checkout.note());
        try {
            if (before.isPresent()) {
                return deposits.changeMethod(organization.id(), checkout.wish(), method, identity, choice.instead())
                        ? Chosen.SETTLED
                        : Chosen.NOT_OFFERED;
            }
            // If several payers choose at once, one of them is first.
            return deposits.open(caller, checkout.wish(), method, identity, mayShare(checkout))
                    .map(open -> open.instructions().method().equals(method) ? Chosen.SETTLED : Chosen.CHOSEN)
                    .orElse(Chosen.NOT_OFFERED);
        } catch (Refused refused) {
            return switch (refused.refusal()) {
                // Another payment has its reference by now, as the page's time was over meanwhile.
                case REFERENCE_EXISTS -> Chosen.TAKEN;
                case RAIL_UNAVAILABLE -> Chosen.STOPPED;
                case CHANGED_MEANWHILE -> Chosen.CHOSEN;
                case DEPOSIT_NOT_CANCELLABLE -> Chosen.STAYS;
                case ACCOUNT_NUMBERS_EXHAUSTED, RATE_UNAVAILABLE, UNAVAILABLE -> Chosen.NOT_NOW;
                default -> throw refused;
            };
        }
    }

    /// Reports whether another way to pay can be chosen: as long as the page is valid, so that repeated choices do not
    /// prolong the time to pay.
    boolean mayChange(Checkout checkout, Optional<Deposit> deposit) {
        return !checkout.isExpired(now())
                && deposit.map(Deposit::state)
                        .filter(state -> !(state instanceof Pending))
                        .isEmpty();
    }

    /// Whether something can be chosen at a page still, as far as its organization's switches go.
    boolean isEnabled(Checkout checkout) {
        return organizations.switches(checkout.organizationId()).checkoutEnabled();
    }

    /// What was allowed when the page was made stays so as long as it is valid: its customer can change nothing.
    private boolean mayShare(Checkout checkout) {
        return checkout.sharesReference()
                || organizations.switches(checkout.organizationId()).duplicateReferencesAllowed();
    }

    /// Whether another payment has the page's reference, so that nothing can come of it any more.
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

    /// The time on which all nodes agree: how long a page may be used goes by it.
    Instant now() {
        return database.read(clocks::agreed);
    }

    /// Gives up what pages that nobody used had claimed; true where there may be more. A choice that is under way has
    /// its claim locked, so its deposit is there when it is looked for.
    boolean sweep() {
        return database.inTx(tx -> {
            var due = store.lockDue(tx, clocks.agreed(tx.handle()), BATCH_MAX);
            var claims = due.stream().flatMap(Checkouts::claim).toList();
            var held = ReferenceClaims.lock(
                            tx,
                            claims.stream().map(ReferenceClaims.Claimed::name).toList())
                    .get();
            Deposits.giveUp(
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
