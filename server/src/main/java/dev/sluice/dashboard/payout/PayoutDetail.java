package dev.sluice.dashboard.payout;

import dev.sluice.client.model.Activity;
import dev.sluice.client.model.CryptoDisbursement;
import dev.sluice.client.model.Disbursement;
import dev.sluice.client.model.FiatDisbursement;
import dev.sluice.client.model.Verification;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.NameChecks;
import dev.sluice.dashboard.RoutingCodes;
import dev.sluice.dashboard.Wording;
import dev.sluice.dashboard.policy.RuleWords;
import dev.sluice.disbursement.approval.Approvals.Approval;
import dev.sluice.fileimport.ImportFile;
import dev.sluice.ledger.Statement.Entry;
import dev.sluice.page.Texts;
import dev.sluice.webhook.Reports.EventHistory;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Page of one payout.
///
/// @param isRecipientThere true if the recipient has a page and is not deleted
/// @param bankReference the bank's reference, once known
/// @param others other payouts of its group
/// @param othersMore number of further payouts of the group
/// @param approval null if it needs no approval
/// @param mayDecide true if the visitor may approve it
/// @param file file that it came from, if any
/// @param events webhook events; null if the visitor may not see them
public record PayoutDetail(
        Frame frame,
        Live live,
        boolean isRecipientThere,
        @Nullable String bankReference,
        List<Entry> movements,
        List<PayoutRow> others,
        long othersMore,
        @Nullable List<EventHistory> events,
        @Nullable Approval approval,
        boolean mayDecide,
        @Nullable ImportFile file,
        RuleWords ruleTexts) {
    public PayoutDetail {
        movements = List.copyOf(movements);
        others = List.copyOf(others);
    }

    /// Returns the path of the file's page.
    public String fileLink() {
        return PayoutFilePages.PATH + "/" + Objects.requireNonNull(file).id();
    }

    /// Reports whether webhook deliveries are still pending.
    public boolean hasPendingDeliveries() {
        return live.isUnderWay()
                || (events != null
                        && events.stream()
                                .flatMap(event -> event.reports().stream())
                                .anyMatch(each -> each.status().equals("pending")));
    }

    /// Returns the history in the language of the page.
    static List<Activity> steps(Disbursement payout, Texts texts) {
        return payout.activityHistory().stream().map(Wording.of(texts)::of).toList();
    }

    /// Part of the page that updates while the payout is pending.
    ///
    /// @param maySeeAccount true if the visitor may see full account numbers
    /// @param isReturn true if it returns money on behalf of an operator, so that only operators can cancel it
    /// @param formToken CSRF token of the visitor, because this part has a form but no frame
    public record Live(
            Texts texts,
            Texts common,
            Formats formats,
            PayoutRow row,
            boolean mayAct,
            boolean maySeeAccount,
            boolean isReturn,
            boolean sandbox,
            String formToken,
            String formKey) {
        private static final String VALIDATED = "Recipient validated";
        private static final String COMPLETED = "completed";
        private static final Set<String> CANCELLABLE = Set.of("queued", "needs_approval", "screening");

        public Disbursement payout() {
            return row.payout();
        }

        public @Nullable FiatDisbursement fiat() {
            return payout() instanceof FiatDisbursement fiat ? fiat : null;
        }

        public @Nullable CryptoDisbursement crypto() {
            return payout() instanceof CryptoDisbursement crypto ? crypto : null;
        }

        /// Returns the recipient's account number: in full if the visitor may see it.
        public String accountNumber() {
            return PayoutRow.accountNumber(Objects.requireNonNull(fiat()), maySeeAccount);
        }

        /// Returns the routing codes of the recipient's bank; empty if there are none.
        public String routing() {
            var codes = Objects.requireNonNull(fiat()).recipient().bank().routingNumber();
            return codes == null ? "" : RoutingCodes.of(codes.primary(), codes.ach(), codes.wire());
        }

        /// Reports whether the visitor can download a document. The transfer proof contains the full account
        /// number.
        public boolean isPaperThere() {
            return payout().status().equals("completed") && (crypto() != null || maySeeAccount);
        }

        public String path() {
            return PayoutList.PATH + "/" + row.id();
        }

        public List<Activity> steps() {
            return PayoutDetail.steps(payout(), texts);
        }

        /// Returns the name check to show in place of "Recipient validated" if the bank contradicted the
        /// input: the bank accepted the payout, but did not confirm that name.
        public @Nullable Verification doubt(Activity step) {
            var fiat = fiat();
            var check = fiat == null ? null : fiat.recipient().verification();
            var isValidation = step.activity().equals(Wording.of(texts).of(VALIDATED));
            return isValidation
                            && step.status().equals(COMPLETED)
                            && check != null
                            && NameChecks.isDoubted(check.outcome())
                    ? check
                    : null;
        }

        /// Reports whether the payout is still pending.
        public boolean isUnderWay() {
            return payout().status().equals("pending");
        }

        public boolean isCancellable() {
            return mayAct && !isReturn && isUnderWay() && (CANCELLABLE.contains(detailCode()) || isUnsent());
        }

        /// Reports whether the chain's rail has accepted the payout but has not sent it yet.
        private boolean isUnsent() {
            var crypto = crypto();
            return crypto != null
                    && crypto.transactionData() == null
                    && detailCode().equals("submitted");
        }

        private String detailCode() {
            return String.valueOf(payout().statusDetail());
        }

        /// Returns a description of the detailed status, if it has one.
        public String detail() {
            var detail = payout().statusDetail();
            return detail == null ? "" : texts.find("detail." + detail).orElse(detail);
        }

        public String failure() {
            var code = payout().failureCode();
            return code == null
                    ? ""
                    : Wording.of(texts)
                            .failure(code)
                            .orElse(payout().failureMessage() == null ? code : payout().failureMessage());
        }
    }
}
