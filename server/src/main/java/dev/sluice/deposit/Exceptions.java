package dev.sluice.deposit;

import dev.sluice.db.Database;
import dev.sluice.deposit.Command.Move;
import dev.sluice.deposit.Command.Settle;
import dev.sluice.deposit.PaymentStore.Reason;
import dev.sluice.disbursement.Disbursement;
import dev.sluice.disbursement.Disbursements;
import dev.sluice.disbursement.Status;
import dev.sluice.http.Ids;
import dev.sluice.http.Page;
import dev.sluice.ledger.Ledger;
import dev.sluice.money.Money;
import dev.sluice.rail.Receipt;
import dev.sluice.rail.Receipts;
import dev.sluice.refusal.Detail;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import dev.sluice.screening.Check.Verdict;
import dev.sluice.screening.CheckRef;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Money that came in and fits nothing, for a person to decide about: credit it to its deposit as it came, give it to
/// the deposit whose it is, or send it back. A decision is made once; the same one made again changes nothing. Of what
/// the house sent back and has again, it is made anew.
public final class Exceptions {
    private static final String PAYER = "payer";

    private final Database database;
    private final BatchRun.Parts parts;
    private final Deposits deposits;
    private final Returns returns;
    private final Disbursements disbursements;
    private final Receipts receipts;
    private final ScreenedPayers payers;

    Exceptions(
            Database database,
            BatchRun.Parts parts,
            Deposits deposits,
            Returns returns,
            Disbursements disbursements,
            Receipts receipts,
            ScreenedPayers payers) {
        this.database = database;
        this.parts = parts;
        this.deposits = deposits;
        this.returns = returns;
        this.disbursements = disbursements;
        this.receipts = receipts;
        this.payers = payers;
    }

    /// Which payments are listed, by what became of them.
    public enum Show {
        /// Nobody has decided about them.
        OPEN,
        /// Somebody has, or they were undone.
        DONE,
        /// They were sent back, and their rail has undone them since.
        MISSING
    }

    /// Which payments are looked for, the newest first.
    ///
    /// @param reason why a person has to look at them, one of [#reasons()]
    /// @param from since when they were seen
    /// @param until before when they were
    public record Search(
            Show show,
            @Nullable UUID organizationId,
            @Nullable String asset,
            @Nullable String reason,
            @Nullable Instant from,
            @Nullable Instant until) {}

    /// Why a person has to look at a payment.
    public static List<String> reasons() {
        return Stream.of(PaymentStore.Reason.values()).map(Enum::name).toList();
    }

    /// A payment that a person has to look at.
    ///
    /// @param depositId the deposit that it came for; none where nobody has its destination
    /// @param reason `WRONG_AMOUNT`, `PAID_TWICE`, `UNKNOWN_DESTINATION` or `SCREENING`
    /// @param closing how it was settled that it is missing, once it was
    public record Case(
            UUID organizationId,
            UUID paymentId,
            @Nullable UUID depositId,
            String rail,
            String key,
            String destination,
            BigDecimal amount,
            String asset,
            String reason,
            Instant paidAt,
            Instant seenAt,
            @Nullable Instant reversedAt,
            @Nullable Resolution resolution,
            @Nullable Closing closing) {
        /// Returns true if nobody has decided about the payment and its rail has not reversed it.
        public boolean isOpen() {
            return resolution == null && reversedAt == null;
        }

        /// Returns true if the payment may be credited to a deposit: an operator has not rejected its payer.
        public boolean isCreditable() {
            return !reason.equals(Reason.SCREENING.name());
        }

        /// Returns true if the money of a refund is missing: the payment was sent back, its rail has reversed
        /// it since, and nobody has closed it.
        public boolean isMissing() {
            return resolution != null
                    && resolution.kind() == Resolution.Kind.REFUNDED
                    && reversedAt != null
                    && closing == null;
        }

        PaymentStore.Key paymentKey() {
            return new PaymentStore.Key(organizationId, rail, key);
        }
    }

    /// Who decides, and why.
    public record Who(UUID id, String name, String reason) {}

    /// How it was settled that money is missing, and by whom.
    public record Closing(Instant at, String actor, String reason) {}

    /// What comes of closing a case.
    public enum Closed {
        NOW,
        /// Somebody was faster; what they said stays.
        BEFORE,
        /// Nothing is missing of it.
        NOT_MISSING,
        /// The money is on its way to its payer yet, or came back, so that the organization has it.
        NOT_GONE
    }

    public Page<Case> list(Search search, Page.Request page) {
        return database.browse(handle -> new Page<>(
                ResolutionStore.list(handle, search, page.limit(), page.offset()),
                ResolutionStore.count(handle, search),
                page));
    }

    /// How many wait for a decision, of all organizations.
    public long open() {
        return database.read(ResolutionStore::open);
    }

    /// How many were sent back and undone by their rail since, of all organizations.
    public long countMissing() {
        return database.read(ResolutionStore::countMissing);
    }

    /// The newest that a text names as a whole: by the payment's id, by its number at a rail, or by where it was
    /// paid.
    ///
    /// @param organizations to look in
    /// @param rails whose numbers are looked for
    public List<Case> named(List<UUID> organizations, List<String> rails, String text, int limit) {
        var id = Ids.parse(text).orElse(null);
        return database.browse(handle -> ResolutionStore.named(handle, organizations, rails, id, text, limit));
    }

    /// The newest of what came for a deposit, whatever was decided. They are found as the payments that the
    /// deposit knows, since no index leads from it to them.
    public List<Case> of(Deposit deposit, int limit) {
        var payments = deposit.progress().payments().stream().map(Payment::id).toList();
        return payments.isEmpty()
                ? List.of()
                : database.browse(handle -> ResolutionStore.some(handle, deposit.organizationId(), payments, limit));
    }

    public Optional<Case> find(UUID organizationId, UUID paymentId) {
        return database.read(handle -> ResolutionStore.find(handle, organizationId, paymentId));
    }

    /// The deposit that a payment came for.
    public Optional<Deposit> deposit(DepositRef ref) {
        return deposits.find(ref);
    }

    /// Credits a payment to its deposit, as it came.
    ///
    /// @throws dev.sluice.refusal.Refused `DEPOSIT_NOT_PAYABLE` where it is no deposit's, or not under
    ///     review, or its payer has not passed screening
    public void settle(Case about, Who who) {
        var receipt = receipt(about);
        requirePass(about, receipt);
        deposits.settle(new Settle(ref(about), about.paymentId(), about.paymentKey(), receipt.destination(), who));
    }

    /// What a payment's rail told of it: who paid, and with what note.
    public Receipt receipt(Case about) {
        return database.read(handle -> receipts.find(handle, about.rail(), about.key()))
                .orElseThrow(() -> new IllegalStateException("nobody told of payment " + about.paymentId()));
    }

    /// The deposit that a person names as the one a payment belongs to.
    ///
    /// @param idOrReference its id, or a reference, of which the newest deposit is meant
    public Optional<Deposit> target(UUID organizationId, String idOrReference) {
        return deposits.find(organizationId, idOrReference, null);
    }

    /// What comes of it if a payment is moved to a deposit as it is now.
    public Outlook outlook(Case about, Receipt receipt, Deposit target) {
        return Outlook.of(receipt, source(about), target);
    }

    /// Gives a payment to the deposit that it belongs to, of whichever organization: it counts there as if it
    /// had been paid to it. Money for a destination that nobody has goes from the house's books into those of
    /// that organization; also what the house had sent back and has again.
    ///
    /// @throws dev.sluice.refusal.Refused `DEPOSIT_NOT_PAYABLE` where it is not under review, or the deposit
    ///     cannot have it, or its payer has not passed screening; `DEPOSIT_NOT_FOUND` where there is none
    public void move(Case about, DepositRef target, Who who) {
        var receipt = receipt(about);
        requirePass(about, receipt);
        var sentBack = about.resolution();
        var returned = sentBack != null && isBackAtHouse(about) ? sentBack.refundId() : null;
        deposits.move(new Move(about.paymentKey(), source(about), target, receipt, returned, who));
    }

    /// Refuses to credit money whose payer has not passed screening. A payer who was not screened yet, as
    /// before screening was turned on, is asked about: the operator tries again after the answer.
    private void requirePass(Case about, Receipt receipt) {
        var verdict = about.isCreditable()
                ? database.inTx(tx -> payers.verdict(tx, about.organizationId(), receipt))
                : Verdict.REJECT;
        switch (verdict) {
            case PASS -> {}
            case WAIT ->
                throw Refusal.DEPOSIT_NOT_PAYABLE.refused(
                        List.of(new Detail(PAYER, "INVALID_VALUE", "is being screened, or waits for a decision")));
            case REJECT ->
                throw Refusal.DEPOSIT_NOT_PAYABLE.refused(
                        List.of(new Detail(PAYER, "INVALID_VALUE", "was rejected after screening")));
        }
    }

    /// The deposit that a screened payer paid for, where it is a deposit's; by the subject of its check.
    public Optional<Deposit> screened(UUID subject) {
        return database.read(handle -> receipts.ofCheck(handle, subject))
                .flatMap(receipt -> deposits.find(receipt.destination()));
    }

    /// The amount of the payment that a check is about, by the subject of the check.
    public Optional<Money> screenedAmount(UUID subject) {
        return database.read(handle -> receipts.ofCheck(handle, subject)).map(Receipt::amount);
    }

    /// The deposit that now has the destination of money which the house keeps, and the check of its payer.
    public Optional<ScreenedPayment> screened(Case about) {
        if (about.isCreditable()) {
            return Optional.empty();
        }
        var receipt = receipt(about);
        return deposits.find(receipt.destination())
                .map(deposit -> new ScreenedPayment(
                        deposit, new CheckRef(deposit.organizationId(), ScreenedPayers.subject(receipt))));
    }

    /// Money whose payer was rejected: the deposit that it was paid for, and the check of its payer.
    public record ScreenedPayment(Deposit deposit, CheckRef check) {}

    /// Sends a payment back to whoever paid it, without a fee: out of what was put aside, by a payout of the
    /// organization's, which only operators can stop, or of the house's where it is no deposit's. One that fails
    /// or is stopped leaves the money in the organization's balance. The house sends what came back once more
    /// when it is asked again, or moves it.
    ///
    /// @return the payout
    /// @throws dev.sluice.refusal.Refused `DEPOSIT_NOT_REFUNDABLE` where it is not under review, or no payout
    ///     reaches the payer
    public UUID refund(Case about, Who who, String organizationName) {
        var receipt = receipt(about);
        try {
            return database.inTx(tx -> returns.send(tx, about, receipt, who, organizationName));
        } catch (Refused held) {
            if (held.refusal() == Refusal.DEPOSIT_HELD) {
                parts.alarm().raise(Holding.PAYMENT, about.organizationId(), about.paymentId());
            }
            throw held;
        }
    }

    /// Whether the house has money back that it sent to its payer, and can send it once more, or move it.
    public boolean isBackAtHouse(Case about) {
        return database.inTx(tx -> returns.isBackAtHouse(tx, about));
    }

    /// Closes a case of money that is missing, once it was settled with its rail. Nothing is booked, since the
    /// books are right as they are: the clearing account of the rail it came by is as if it never had come, that
    /// of the payout's rail has what left, and `suspense` is short of the amount from then on, which the house has
    /// lost.
    ///
    /// Where the payout did not reach its payer, the organization has the money for nothing; the books do not
    /// know who has to give it back, so such a case stays open. What the house had sent and has back, it has lost
    /// nothing of. Nothing tells of a payout that comes back after that.
    /// Should the rail tell that the payment is there again, nothing is missing any more, and a later undoing is a
    /// case anew.
    public Closed close(Case about, Who who) {
        var refundId = about.resolution() == null ? null : about.resolution().refundId();
        if (refundId == null || !about.isMissing()) {
            return about.closing() == null ? Closed.NOT_MISSING : Closed.BEFORE;
        }
        boolean isSettled = disbursements
                .find(about.organizationId(), refundId)
                .map(Disbursement::status)
                .filter(status -> status == Status.COMPLETED || (isHouses(about) && status != Status.PENDING))
                .isPresent();
        if (!isSettled) {
            return Closed.NOT_GONE;
        }
        var closing = new Closing(parts.clocks().instant(), who.name(), who.reason());
        if (database.inTx(tx -> ResolutionStore.close(tx, about.organizationId(), about.paymentId(), closing))) {
            return Closed.NOW;
        }
        // Somebody else closed it, or its rail has told that the payment is there again.
        return find(about.organizationId(), about.paymentId())
                        .flatMap(now -> Optional.ofNullable(now.closing()))
                        .isPresent()
                ? Closed.BEFORE
                : Closed.NOT_MISSING;
    }

    private static boolean isHouses(Case about) {
        return about.organizationId().equals(Ledger.HOUSE);
    }

    private static DepositRef ref(Case about) {
        var source = source(about);
        if (source == null) {
            throw Refusal.DEPOSIT_NOT_FOUND.refused("payment", "is no deposit's");
        }
        return source;
    }

    private static @Nullable DepositRef source(Case about) {
        var depositId = about.depositId();
        return depositId == null ? null : new DepositRef(about.organizationId(), depositId);
    }
}
