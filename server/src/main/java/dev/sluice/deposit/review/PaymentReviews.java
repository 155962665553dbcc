package dev.sluice.deposit.review;

import dev.sluice.db.Database;
import dev.sluice.deposit.Deposit;
import dev.sluice.deposit.DepositPaymentStore;
import dev.sluice.deposit.DepositPaymentStore.Reason;
import dev.sluice.deposit.DepositRef;
import dev.sluice.deposit.Deposits;
import dev.sluice.deposit.Payment;
import dev.sluice.deposit.lane.BatchRun;
import dev.sluice.deposit.lane.Command.Move;
import dev.sluice.deposit.lane.Command.Settle;
import dev.sluice.deposit.lane.Holding;
import dev.sluice.deposit.refund.Returns;
import dev.sluice.disbursement.Disbursement;
import dev.sluice.disbursement.Disbursements;
import dev.sluice.disbursement.Status;
import dev.sluice.http.Ids;
import dev.sluice.http.Page;
import dev.sluice.ledger.Ledger;
import dev.sluice.money.Money;
import dev.sluice.rail.IncomingPayment;
import dev.sluice.rail.IncomingPayments;
import dev.sluice.refusal.Detail;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import dev.sluice.screening.Check.Consequence;
import dev.sluice.screening.CheckRef;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Unmatched payments, for a person to decide: credit one to its deposit as it came, move it to the right deposit, or
/// send it back. A decision is made once; the same decision again changes nothing. Money that the house sent back and
/// that returned can be decided about anew.
public final class PaymentReviews {
    private static final String PAYER = "payer";

    private final Database database;
    private final BatchRun.Parts parts;
    private final Deposits deposits;
    private final Returns returns;
    private final Disbursements disbursements;
    private final IncomingPayments incomingPayments;
    private final ScreenedPayers payers;

    public PaymentReviews(
            Database database,
            BatchRun.Parts parts,
            Deposits deposits,
            Returns returns,
            Disbursements disbursements,
            IncomingPayments receipts,
            ScreenedPayers payers) {
        this.database = database;
        this.parts = parts;
        this.deposits = deposits;
        this.returns = returns;
        this.disbursements = disbursements;
        this.incomingPayments = receipts;
        this.payers = payers;
    }

    /// Selection of payments by outcome.
    public enum Show {
        /// No decision yet.
        OPEN,
        /// Decided, or reversed by the rail.
        DONE,
        /// Sent back, and reversed by the rail since.
        MISSING
    }

    /// Search for payments, the newest first.
    ///
    /// @param reason reason for the review, one of [#reasons()]
    /// @param from start of the range of times at which the payments were seen
    /// @param until before when they were
    public record Search(
            Show show,
            @Nullable UUID organizationId,
            @Nullable String asset,
            @Nullable String reason,
            @Nullable Instant from,
            @Nullable Instant until) {}

    /// Returns the reasons for a review of a payment.
    public static List<String> reasons() {
        return Stream.of(DepositPaymentStore.Reason.values()).map(Enum::name).toList();
    }

    /// A payment under review.
    ///
    /// @param depositId deposit that it came for; none if its destination is unknown
    /// @param reason `WRONG_AMOUNT`, `PAID_TWICE`, `UNKNOWN_DESTINATION` or `SCREENING`
    /// @param closing record of how the missing money was settled, if it was
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
        /// Returns true if the payment waits for a decision and its rail has not reversed it.
        public boolean isOpen() {
            return resolution == null && reversedAt == null;
        }

        /// Returns true if the payment may be credited to a deposit: an operator has not rejected its payer.
        public boolean isCreditable() {
            return !reason.equals(Reason.SCREENING.name());
        }

        /// Returns true if the money of a refund is missing: the payment was sent back, its rail has reversed
        /// it since, and the case is not closed.
        public boolean isMissing() {
            return resolution != null
                    && resolution.kind() == Resolution.Kind.REFUNDED
                    && reversedAt != null
                    && closing == null;
        }

        public DepositPaymentStore.Key paymentKey() {
            return new DepositPaymentStore.Key(organizationId, rail, key);
        }
    }

    /// Person who decides, with the reason.
    public record Reviewer(UUID id, String name, String reason) {}

    /// Record of a closed case of missing money: the person and the reason.
    public record Closing(Instant at, String actor, String reason) {}

    /// Result of closing a case.
    public enum Closed {
        NOW,
        /// The case was closed before; that record stays.
        BEFORE,
        /// No money is missing.
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

    /// Returns the number of payments that wait for a decision, of all organizations.
    public long open() {
        return database.read(ResolutionStore::open);
    }

    /// Returns the number of payments that were sent back and then reversed by their rail, of all organizations.
    public long countMissing() {
        return database.read(ResolutionStore::countMissing);
    }

    /// Returns the newest payments that a text matches as a whole: by the payment's id, its number at a rail, or
    /// its destination.
    ///
    /// @param organizations organizations to search
    /// @param rails rails with payment numbers to search
    public List<Case> named(List<UUID> organizations, List<String> rails, String text, int limit) {
        var id = Ids.parse(text).orElse(null);
        return database.browse(handle -> ResolutionStore.named(handle, organizations, rails, id, text, limit));
    }

    /// Returns the newest payments that came for a deposit, with any decision. They are found through the
    /// deposit's payments, since no index leads from the deposit to them.
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
    /// @throws dev.sluice.refusal.Refused `DEPOSIT_NOT_PAYABLE` if it is no deposit's, or not under
    ///     review, or its payer has not passed screening
    public void settle(Case about, Reviewer reviewer) {
        var payment = incoming(about);
        requirePass(about, payment);
        deposits.settle(new Settle(ref(about), about.paymentId(), about.paymentKey(), payment.destination(), reviewer));
    }

    /// Returns the rail's report of a payment: the payer and the note.
    public IncomingPayment incoming(Case about) {
        return database.read(handle -> incomingPayments.find(handle, about.rail(), about.key()))
                .orElseThrow(() -> new IllegalStateException("nobody told of payment " + about.paymentId()));
    }

    /// Finds the deposit that a person gives as the right one for a payment.
    ///
    /// @param idOrReference its id, or a reference, for the newest deposit with it
    public Optional<Deposit> target(UUID organizationId, String idOrReference) {
        return deposits.find(organizationId, idOrReference, null);
    }

    /// Returns the result of moving a payment to a deposit as it is now.
    public ReassignmentPreview preview(Case about, IncomingPayment payment, Deposit target) {
        return ReassignmentPreview.of(payment, source(about), target);
    }

    /// Moves a payment to the right deposit, of any organization: it counts there as if it had been paid to it.
    /// Money for an unknown destination goes from the house's books to those of that organization; so does money
    /// that the house had sent back and that returned.
    ///
    /// @throws dev.sluice.refusal.Refused `DEPOSIT_NOT_PAYABLE` if it is not under review, or the deposit
    ///     cannot have it, or its payer has not passed screening; `DEPOSIT_NOT_FOUND` if there is none
    public void move(Case about, DepositRef target, Reviewer reviewer) {
        var payment = incoming(about);
        requirePass(about, payment);
        var sentBack = about.resolution();
        var returned = sentBack != null && isReturnedToOperator(about) ? sentBack.refundId() : null;
        deposits.move(new Move(about.paymentKey(), source(about), target, payment, returned, reviewer));
    }

    /// Refuses to credit money if its payer has not passed screening. A payer who was not screened yet, for
    /// example before screening was turned on, is screened now: the operator tries again after the answer.
    private void requirePass(Case about, IncomingPayment payment) {
        var consequence = about.isCreditable()
                ? database.inTx(tx -> payers.consequence(tx, about.organizationId(), payment))
                : Consequence.REJECT;
        if (consequence != Consequence.PASS) {
            var words = consequence == Consequence.WAIT
                    ? "is being screened, or is waiting for a decision"
                    : "was rejected after screening";
            throw Refusal.DEPOSIT_NOT_PAYABLE.refused(List.of(new Detail(PAYER, consequence.name(), words)));
        }
    }

    /// Returns the deposit of a screened payer, if there is one, by the subject of the check.
    public Optional<Deposit> screened(UUID subject) {
        return database.read(handle -> incomingPayments.ofCheck(handle, subject))
                .flatMap(payment -> deposits.find(payment.destination()));
    }

    /// Returns the amount of the payment of a check, by the subject of the check.
    public Optional<Money> screenedAmount(UUID subject) {
        return database.read(handle -> incomingPayments.ofCheck(handle, subject))
                .map(IncomingPayment::amount);
    }

    /// Returns the deposit that now has the destination of money kept by the house, and the check of its payer.
    public Optional<ScreenedPayment> screened(Case about) {
        if (about.isCreditable()) {
            return Optional.empty();
        }
        var payment = incoming(about);
        return deposits.find(payment.destination())
                .map(deposit -> new ScreenedPayment(
                        deposit, new CheckRef(deposit.organizationId(), ScreenedPayers.subject(payment))));
    }

    /// Money of a rejected payer: the deposit that it was paid for, and the check of the payer.
    public record ScreenedPayment(Deposit deposit, CheckRef check) {}

    /// Sends a payment back to its payer, without a fee, out of suspense. The payout is the organization's, and
    /// only operators can stop it, or the house's if the payment has no deposit. If it fails or is stopped, the
    /// money stays in the organization's balance. The house can send returned money once more on another request,
    /// or move it.
    ///
    /// @return the payout
    /// @throws dev.sluice.refusal.Refused `DEPOSIT_NOT_REFUNDABLE` if it is not under review, or no payout
    ///     reaches the payer
    public UUID refund(Case about, Reviewer reviewer, String organizationName) {
        var payment = incoming(about);
        try {
            return database.inTx(tx -> returns.send(tx, about, payment, reviewer, organizationName));
        } catch (Refused held) {
            if (held.refusal() == Refusal.DEPOSIT_HELD) {
                parts.alarm().raise(Holding.PAYMENT, about.organizationId(), about.paymentId());
            }
            throw held;
        }
    }

    /// Returns true if money that the house sent to its payer has returned, so that the house can send it once
    /// more or move it.
    public boolean isReturnedToOperator(Case about) {
        return database.inTx(tx -> returns.isReturnedToOperator(tx, about));
    }

    /// Closes a case of missing money after it was settled with the rail. Nothing is booked, since the books are
    /// right as they are: the clearing account of the incoming rail is as if the money had never come, that of the
    /// payout's rail has the outgoing amount, and `suspense` is short of the amount from then on. The house has
    /// lost that amount.
    ///
    /// If the payout did not reach its payer, the organization has the money without a claim to it. The books do
    /// not know the debtor, so such a case stays open. The house has lost nothing if its own payout returned. No
    /// report follows for a payout that returns after the closing. If the rail reports the payment again, nothing
    /// is missing any more, and a later reversal opens a new case.
    public Closed close(Case about, Reviewer reviewer) {
        var refundId = about.resolution() == null ? null : about.resolution().refundId();
        if (refundId == null || !about.isMissing()) {
            return about.closing() == null ? Closed.NOT_MISSING : Closed.BEFORE;
        }
        boolean isSettled = disbursements
                .find(about.organizationId(), refundId)
                .map(Disbursement::status)
                .filter(status -> status == Status.COMPLETED || (isOperators(about) && status != Status.PENDING))
                .isPresent();
        if (!isSettled) {
            return Closed.NOT_GONE;
        }
        var closing = new Closing(parts.clocks().instant(), reviewer.name(), reviewer.reason());
        if (database.inTx(tx -> ResolutionStore.close(tx, about.organizationId(), about.paymentId(), closing))) {
            return Closed.NOW;
        }
        // Another person closed it, or its rail has reported the payment again.
        return find(about.organizationId(), about.paymentId())
                        .flatMap(now -> Optional.ofNullable(now.closing()))
                        .isPresent()
                ? Closed.BEFORE
                : Closed.NOT_MISSING;
    }

    private static boolean isOperators(Case about) {
        return about.organizationId().equals(Ledger.PLATFORM);
    }

    private static DepositRef ref(Case about) {
        var source = source(about);
        if (source == null) {
            throw Refusal.DEPOSIT_NOT_FOUND.refused("payment", "does not belong to a deposit");
        }
        return source;
    }

    private static @Nullable DepositRef source(Case about) {
        var depositId = about.depositId();
        return depositId == null ? null : new DepositRef(about.organizationId(), depositId);
    }
}
