package dev.sluice.operator;

import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.deposit.Deposit;
import dev.sluice.deposit.DepositRef;
import dev.sluice.deposit.review.PaymentReviews.Case;
import dev.sluice.deposit.review.PaymentReviews.Reviewer;
import dev.sluice.deposit.review.PaymentReviews.ScreenedPayment;
import dev.sluice.deposit.review.Resolution;
import dev.sluice.disbursement.Disbursement;
import dev.sluice.disbursement.Repayment;
import dev.sluice.disbursement.Status;
import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.ledger.Ledger;
import dev.sluice.merchant.Permission;
import dev.sluice.money.Asset;
import dev.sluice.operator.RequiredReason.Rejection;
import dev.sluice.page.Texts;
import dev.sluice.rail.IncomingPayment;
import dev.sluice.rail.PayoutRef;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Page of one unmatched payment, with the operator's decisions on it.
public final class ExceptionPages {
    static final String EXCEPTIONS = OperatorPages.HOME + "/exceptions";
    static final String ONE = EXCEPTIONS + "/{organization}/{payment}";

    private final DashboardGuard guard;
    private final OperatorServices services;
    private final Function<DepositRef, Optional<Deposit>> deposits;

    ExceptionPages(DashboardGuard guard, OperatorServices services) {
        this.guard = guard;
        this.services = services;
        this.deposits = services.paymentReviews()::deposit;
    }

    List<Route> routes() {
        return List.of(
                guard.page(ONE, Permission.OPERATE, context -> detail(context, Rejection.FIRST)),
                guard.actionOn(ONE + "/credit", Permission.OPERATE, this::before, services::concerned, this::credit),
                guard.actionOn(ONE + "/refund", Permission.OPERATE, this::before, services::concerned, this::refund),
                guard.actionOn(ONE + "/close", Permission.OPERATE, this::before, services::concerned, this::close));
    }

    Case load(PageContext context) {
        return services.paymentReviews()
                .find(OperatorPages.id(context, "organization"), OperatorPages.id(context, "payment"))
                .orElseThrow(Refusal.NOT_FOUND::refused);
    }

    private Answer detail(PageContext context, Rejection again) {
        var texts = context.texts(OperatorPages.TEXTS);
        var about = load(context);
        var depositId = about.depositId();
        var deposit = depositId == null
                ? null
                : deposits.apply(new DepositRef(about.organizationId(), depositId))
                        .orElse(null);
        var incoming = services.paymentReviews().incoming(about);
        var movedTo = about.resolution() == null ? null : about.resolution().movedTo();
        var refund = refundOf(about).flatMap(this::payout).orElse(null);
        var choice = MovePages.Choice.of(OrganizationPicker.of(
                services.core().organizations(), context.request().query(), Optional.of(about.organizationId())));
        return context.page(
                again.status(),
                "operator/exception.jte",
                Section.EXCEPTIONS,
                texts.get("exception", context.formats().money(about.amount(), about.asset())),
                frame -> new UnmatchedPaymentPage(
                        frame,
                        texts,
                        OperatorPages.formats(context),
                        about,
                        owner(texts, about.organizationId()),
                        deposit,
                        incoming,
                        services.paymentReviews()
                                .screened(about)
                                .map(Screened::of)
                                .orElse(null),
                        movedTo == null ? null : owner(texts, movedTo.organizationId()),
                        refund,
                        services.paymentReviews().isReturnedToOperator(about),
                        choice,
                        again.problems()));
    }

    private static Optional<PayoutRef> refundOf(Case about) {
        return Optional.ofNullable(about.resolution())
                .map(Resolution::refundId)
                .map(id -> new PayoutRef(about.organizationId(), id));
    }

    private Optional<Disbursement> payout(PayoutRef ref) {
        return services.payouts().disbursements().find(ref.organizationId(), ref.payoutId());
    }

    /// Returns data about the payment, for the audit log.
    private Map<String, String> before(PageContext context) {
        return auditFields(load(context));
    }

    static Map<String, String> auditFields(Case about) {
        var fields = new HashMap<String, String>();
        fields.put("before.payment", about.paymentId().toString());
        fields.put("before.amount", about.amount().toPlainString() + " " + about.asset());
        if (about.depositId() != null) {
            fields.put("before.deposit", about.depositId().toString());
        }
        return fields;
    }

    private Answer credit(PageContext context) {
        return RequiredReason.run(
                context,
                "reason-settle",
                shown -> detail(context, shown),
                (reason, _) ->
                        decideOnce(context, before -> before.kind() == Resolution.Kind.SETTLED, "settledNow", about -> {
                            services.paymentReviews().settle(about, reviewer(context, reason));
                            return context.redirect(
                                    path(about),
                                    context.texts(OperatorPages.TEXTS).get("settledNow"));
                        }));
    }

    private Answer refund(PageContext context) {
        return RequiredReason.run(
                context,
                "reason-refund",
                shown -> detail(context, shown),
                (reason, _) -> decideOnce(
                        context, before -> before.kind() == Resolution.Kind.REFUNDED, "refundedNow", about -> {
                            services.paymentReviews().refund(about, reviewer(context, reason), sender(about));
                            return context.redirect(
                                    path(about),
                                    context.texts(OperatorPages.TEXTS).get("refundedNow"));
                        }));
    }

    /// Returns the sender of a return.
    private String sender(Case about) {
        return about.organizationId().equals(Ledger.PLATFORM)
                ? Repayment.HOUSE_NAME
                : services.nameOf(about.organizationId());
    }

    /// Closes a missing payment after its settlement.
    private Answer close(PageContext context) {
        return RequiredReason.run(context, "reason-close", shown -> detail(context, shown), (reason, again) -> {
            var about = load(context);
            var texts = context.texts(OperatorPages.TEXTS);
            return switch (services.paymentReviews().close(about, reviewer(context, reason))) {
                case NOW -> context.redirect(path(about), texts.get("missingClosed"));
                case BEFORE -> context.redirectWithWarning(path(about), texts.get("missingWasClosed"));
                case NOT_MISSING -> again.apply(new Rejection(409, Problems.general(texts.get("missingNot"))));
                case NOT_GONE -> again.apply(new Rejection(409, Problems.general(texts.get("missingNotGone"))));
            };
        });
    }

    /// Reports whether a decision is open: none was made yet, or the payment was sent back and the house has the
    /// money again.
    boolean isUndecided(Case about) {
        return about.isOpen() || services.paymentReviews().isReturnedToOperator(about);
    }

    /// Makes a decision on a payment if none was made yet. Otherwise shows the earlier decision with its operator
    /// and time.
    ///
    /// @param isSame tests if the earlier decision equals the requested one
    /// @param done key of the success text
    Answer decideOnce(PageContext context, Predicate<Resolution> isSame, String done, Function<Case, Answer> action) {
        var about = load(context);
        if (isUndecided(about)) {
            try {
                return action.apply(about);
            } catch (Refused refused) {
                about = load(context);
                if (isUndecided(about)) {
                    throw refused;
                }
            }
        }
        return alreadyDecided(context, about, isSame, done);
    }

    private Answer alreadyDecided(PageContext context, Case about, Predicate<Resolution> isSame, String done) {
        var texts = context.texts(OperatorPages.TEXTS);
        var before = about.resolution();
        if (before == null || !isSame.test(before)) {
            var message = before == null
                    ? decisionText(context, about)
                    : decisionText(context, about) + " " + texts.get("notDone");
            return detail(context, new Rejection(409, Problems.general(message)));
        }
        boolean own = before.actor().equals(context.visitor().user().name());
        return own
                ? context.redirect(path(about), texts.get(done))
                : context.redirectWithWarning(path(about), decisionText(context, about));
    }

    /// Returns the decision on a payment with its operator and time, or a text that no decision is open any more.
    static String decisionText(PageContext context, Case about) {
        var texts = context.texts(OperatorPages.TEXTS);
        var decided = about.resolution();
        return decided == null
                ? texts.get("reversedText")
                : texts.get(
                        "decidedAlready",
                        decided.actor(),
                        OperatorPages.formats(context).time(decided.at()),
                        texts.get("resolution." + decided.kind()));
    }

    static Reviewer reviewer(PageContext context, String reason) {
        var user = context.visitor().user();
        return new Reviewer(user.id(), user.name(), reason);
    }

    static String path(Case about) {
        return EXCEPTIONS + "/" + about.organizationId() + "/" + about.paymentId();
    }

    /// Returns the text key of a payment's state.
    private static String state(Case about) {
        var decided = about.resolution();
        if (about.reversedAt() != null) {
            return "reversed";
        }
        return decided == null ? "caseOpen" : "resolution." + decided.kind();
    }

    String owner(Texts texts, UUID organizationId) {
        return services.ownerOf(texts, organizationId);
    }

    /// Money whose payer was rejected.
    ///
    /// @param check link to the page of the check
    /// @param depositId the paid deposit
    /// @param deposit link to its page
    public record Screened(String check, String depositId, String deposit) {
        static Screened of(ScreenedPayment payment) {
            var id = payment.deposit().id();
            return new Screened(ScreeningPages.link(payment.check()), id.toString(), LedgerPages.payment(id));
        }
    }

    /// Page of an unmatched payment.
    ///
    /// @param screened present if an operator rejected its payer
    /// @param newOwner organization of the deposit that it was moved to, if it was
    /// @param refund payout that returns it to its payer, if there is one
    /// @param isReturnedToOperator true if that payout failed and the house has the money, to be sent again
    ///     or moved
    public record UnmatchedPaymentPage(
            Frame frame,
            Texts texts,
            Formats formats,
            Case about,
            String organization,
            @Nullable Deposit deposit,
            IncomingPayment payment,
            @Nullable Screened screened,
            @Nullable String newOwner,
            @Nullable Disbursement refund,
            boolean isReturnedToOperator,
            MovePages.Choice choice,
            Problems problems) {
        public String link() {
            return path(about);
        }

        /// Returns the text key of its state.
        public String state() {
            return ExceptionPages.state(about);
        }

        public String moveLink() {
            return MovePages.link(about);
        }

        /// Returns the link to the payout that sends the money back.
        public String refundLink() {
            return refundOf(about).map(PayoutPages::link).orElseThrow();
        }

        /// Returns true if the payment can be sent back. Tokens without a deposit cannot: they may come from
        /// anywhere, such as an exchange.
        public boolean isReturnable() {
            return deposit != null || payment.amount().asset().kind() == Asset.Kind.FIAT;
        }

        /// Returns true if the refund has left, so that an operator can close the payment as missing.
        public boolean isRefundSent() {
            boolean isHouse = about.organizationId().equals(Ledger.PLATFORM);
            return refund != null
                    && (refund.status() == Status.COMPLETED || (isHouse && refund.status() != Status.PENDING));
        }

        /// Returns true if the refund did not reach its payer, so that the organization has the money.
        public boolean isRefundReturned() {
            return refund != null
                    && switch (refund.status()) {
                        case FAILED, REVERSED, CANCELLED -> true;
                        case PENDING, COMPLETED -> false;
                    };
        }
    }
}
