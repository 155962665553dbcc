package dev.sluice.dashboard.payout;

import dev.sluice.bulk.BulkFile;
import dev.sluice.client.model.Activity;
import dev.sluice.client.model.CryptoDisbursement;
import dev.sluice.client.model.Disbursement;
import dev.sluice.client.model.FiatDisbursement;
import dev.sluice.client.model.Verification;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Look;
import dev.sluice.dashboard.NameChecks;
import dev.sluice.dashboard.RoutingCodes;
import dev.sluice.dashboard.Wording;
import dev.sluice.dashboard.policy.RuleWords;
import dev.sluice.disbursement.Approvals.Approval;
import dev.sluice.ledger.Statement.Entry;
import dev.sluice.page.Texts;
import dev.sluice.webhook.Reports.Story;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What the page of one payout shows.
///
/// @param isRecipientThere whether whom it went to has a page, and is not deleted
/// @param bankReference what the bank calls it, once it has it
/// @param others of its group
/// @param othersMore how many there are beyond those
/// @param approval nothing where nobody has to approve it
/// @param mayDecide whether the visitor is one of those who do
/// @param file that it came from, if it came from one
/// @param events nothing where the visitor may not see what programs are told
public record PayoutDetail(
        Frame frame,
        Live live,
        boolean isRecipientThere,
        @Nullable String bankReference,
        List<Entry> movements,
        List<PayoutRow> others,
        long othersMore,
        @Nullable List<Story> events,
        @Nullable Approval approval,
        boolean mayDecide,
        @Nullable BulkFile file,
        RuleWords words) {
    public PayoutDetail {
        movements = List.copyOf(movements);
        others = List.copyOf(others);
    }

    /// Where the file has its page.
    public String fileLink() {
        return BulkPages.PATH + "/" + Objects.requireNonNull(file).id();
    }

    /// Whether programs are still being told.
    public boolean isTelling() {
        return live.isUnderWay()
                || (events != null
                        && events.stream()
                                .flatMap(event -> event.told().stream())
                                .anyMatch(each -> each.status().equals("pending")));
    }

    /// What happened, in the words of a page.
    static List<Activity> steps(Disbursement payout, Texts texts) {
        return payout.activityHistory().stream().map(Wording.of(texts)::of).toList();
    }

    /// The part that changes while the payout is under way.
    ///
    /// @param maySeeAccount whether the visitor reads account numbers whole
    /// @param isReturn whether an operator sends money back by it, so that only operators can stop it
    /// @param formToken of the visitor, since this part has a form and no frame
    public record Live(
            Texts texts,
            Texts common,
            Look look,
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

        /// The number of the payee's account: whole for who needs it.
        public String accountNumber() {
            return PayoutRow.accountNumber(Objects.requireNonNull(fiat()), maySeeAccount);
        }

        /// What leads to the branch of the payee's bank; empty where nothing does.
        public String routing() {
            var codes = Objects.requireNonNull(fiat()).recipient().bank().routingNumber();
            return codes == null ? "" : RoutingCodes.of(codes.primary(), codes.ach(), codes.wire());
        }

        /// Whether there is a paper of it for the visitor: the transfer proof has the account's number whole.
        public boolean isPaperThere() {
            return payout().status().equals("completed") && (crypto() != null || maySeeAccount);
        }

        public String path() {
            return PayoutList.PATH + "/" + row.id();
        }

        public List<Activity> steps() {
            return PayoutDetail.steps(payout(), texts);
        }

        /// The name check that stands in place of "Recipient validated", where the bank contradicted what was given:
        /// the bank took the payout, yet that name was not validated.
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

        /// Whether it may still change by itself.
        public boolean isUnderWay() {
            return payout().status().equals("pending");
        }

        public boolean isCancellable() {
            return mayAct && !isReturn && isUnderWay() && (CANCELLABLE.contains(detailCode()) || isUnsent());
        }

        /// A chain's rail may have it and not have sent it yet.
        private boolean isUnsent() {
            var crypto = crypto();
            return crypto != null
                    && crypto.transactionData() == null
                    && detailCode().equals("submitted");
        }

        private String detailCode() {
            return String.valueOf(payout().statusDetail());
        }

        /// What the status means in words, where there is more to say.
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
