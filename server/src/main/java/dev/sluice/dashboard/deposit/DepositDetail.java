package dev.sluice.dashboard.deposit;

import dev.sluice.client.model.Activity;
import dev.sluice.client.model.Deposit;
import dev.sluice.client.model.DepositPayment;
import dev.sluice.client.model.DepositStatus;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Wording;
import dev.sluice.ledger.Statement;
import dev.sluice.page.Texts;
import dev.sluice.webhook.Reports;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Page of one deposit.
///
/// @param events webhook events; null if the visitor may not see them
/// @param isWatched true if the page keeps polling for a change although the deposit is final
/// @param memos true if payments in the token may have a memo
/// @param formKeys idempotency keys by form
/// @param refused input of a refused form
public record DepositDetail(
        Frame frame,
        Texts texts,
        Formats formats,
        Deposit deposit,
        String method,
        Instructions instructions,
        List<Statement.Entry> entries,
        @Nullable List<Reports.EventHistory> events,
        boolean mayManage,
        boolean isSandbox,
        boolean isWatched,
        boolean memos,
        PayerAccounts accounts,
        Map<String, String> formKeys,
        RefusedForm refused) {
    /// Statuses of payments whose money has left the deposit.
    private static final Set<String> GONE = Set.of("moved", "refunded", "reversed");

    /// Refused form with its input and problems.
    public record RefusedForm(String form, Map<String, String> values, Problems problems) {
        static final RefusedForm NOTHING = new RefusedForm("", Map.of(), Problems.none());

        public RefusedForm {
            values = Map.copyOf(values);
        }

        /// Returns the problems of a form; none unless it is the refused one.
        public Problems of(String wanted) {
            return form.equals(wanted) ? problems : Problems.none();
        }

        public String value(String name) {
            return values.getOrDefault(name, "");
        }
    }

    /// Returns the path of this deposit, which is the prefix of its actions.
    public String path() {
        return DepositPages.PATH + "/" + deposit.depositId();
    }

    /// Returns the history in the language of the page.
    public List<Activity> steps() {
        return deposit.activityHistory().stream().map(Wording.of(texts)::of).toList();
    }

    public String formKey(String form) {
        return formKeys.getOrDefault(form, "");
    }

    /// Returns the credited payments to choose from for a refund; empty if they all came from one payer.
    public List<DepositPayment> sources() {
        var credited = deposit.payments().stream()
                .filter(payment -> payment.status().equals("credited"))
                .toList();
        long payers =
                credited.stream().map(DepositDetail::payerLines).distinct().count();
        return payers > 1 ? credited : List.of();
    }

    /// Returns a payment in one line: amount and payer.
    public String paymentLine(DepositPayment payment) {
        return formats.money(payment.amount(), payment.currency()) + " · " + payer(payment);
    }

    /// Identifies the payer by bank and account number, because several e-wallets may use the same phone number.
    private static List<String> payerLines(DepositPayment payment) {
        var payer = payment.payerInfo();
        return payer == null
                ? List.of()
                : List.of(String.valueOf(payer.bankName()), String.valueOf(payer.accountNumber()));
    }

    private String payer(DepositPayment payment) {
        return Objects.requireNonNullElse(account(payment), "–");
    }

    /// Returns the payer's account, as far as it is known and the visitor may see it.
    public @Nullable String account(DepositPayment payment) {
        return accounts.of(deposit, payment.payerInfo());
    }

    public boolean isCrypto() {
        return deposit.depositType().equals(DepositSearch.CRYPTO);
    }

    public boolean isPending() {
        return deposit.status().equals(DepositStatus.PENDING);
    }

    public boolean isExpired() {
        return deposit.status().equals(DepositStatus.EXPIRED);
    }

    /// Reports whether nothing is credited yet.
    public boolean isUnpaid() {
        return deposit.paidAt() == null;
    }

    /// Reports whether there is a receipt: the deposit is completed.
    public boolean hasReceipt() {
        return deposit.status().equals(DepositStatus.COMPLETED);
    }

    /// Reports whether the visitor may cancel: the deposit holds no money, because each payment was moved,
    /// refunded or reversed.
    public boolean mayCancel() {
        return mayManage
                && isPending()
                && deposit.payments().stream().allMatch(payment -> GONE.contains(payment.status()));
    }

    public boolean mayRefund() {
        return mayManage
                && deposit.status().equals(DepositStatus.COMPLETED)
                && !deposit.payments().isEmpty();
    }

    public boolean maySimulatePayment() {
        return mayManage && isSandbox;
    }

    /// Reports whether the page polls: until the deposit is final, or after a simulated payment.
    public boolean isLive() {
        return isPending() || isWatched;
    }

    public boolean isConverted() {
        return !deposit.inputCurrency().equals(deposit.outputCurrency());
    }

    /// Returns a fingerprint of the shown state; the page polls until it changes.
    public String known() {
        return known(deposit, events);
    }

    static String known(Deposit deposit, @Nullable List<Reports.EventHistory> events) {
        var state = deposit.updatedAt().toEpochMilli() + "-" + deposit.status();
        if (events == null) {
            return state;
        }
        long delivered = events.stream()
                .flatMap(event -> event.reports().stream())
                .filter(each -> !each.status().equals("pending"))
                .count();
        return state + "-" + events.size() + "-" + delivered;
    }
}
