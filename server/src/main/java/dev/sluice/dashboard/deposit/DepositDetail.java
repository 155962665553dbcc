package dev.sluice.dashboard.deposit;

import dev.sluice.client.model.Activity;
import dev.sluice.client.model.Deposit;
import dev.sluice.client.model.DepositPayment;
import dev.sluice.client.model.DepositStatus;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Look;
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

/// One deposit with all that belongs to it, as its page shows it.
///
/// @param events nothing where the visitor may not see what programs are told
/// @param isWatched whether it looks again until something changes, though it has ended
/// @param formKeys by form
/// @param typed what was sent in a form that was refused
public record DepositDetail(
        Frame frame,
        Texts texts,
        Look look,
        Deposit deposit,
        String method,
        Instructions instructions,
        List<Statement.Entry> entries,
        @Nullable List<Reports.Story> events,
        boolean mayManage,
        boolean isSandbox,
        boolean isWatched,
        PayerAccounts accounts,
        Map<String, String> formKeys,
        Typed typed) {
    /// How payments stand whose money is no longer with their deposit.
    private static final Set<String> GONE = Set.of("moved", "refunded", "reversed");

    /// A form that was refused: which, what was typed, and what is wrong with it.
    public record Typed(String form, Map<String, String> values, Problems problems) {
        static final Typed NOTHING = new Typed("", Map.of(), Problems.none());

        public Typed {
            values = Map.copyOf(values);
        }

        /// What is wrong with a form; nothing with the others.
        public Problems of(String wanted) {
            return form.equals(wanted) ? problems : Problems.none();
        }

        public String value(String name) {
            return values.getOrDefault(name, "");
        }
    }

    /// The addresses of its actions begin so.
    public String path() {
        return DepositPages.PATH + "/" + deposit.depositId();
    }

    /// What happened.
    public List<Activity> steps() {
        return deposit.activityHistory().stream().map(Wording.of(texts)::of).toList();
    }

    public String formKey(String form) {
        return formKeys.getOrDefault(form, "");
    }

    /// The payments of which one is chosen to be refunded; none where all came from one payer.
    public List<DepositPayment> sources() {
        var credited = deposit.payments().stream()
                .filter(payment -> payment.status().equals("credited"))
                .toList();
        long payers = credited.stream().map(DepositDetail::whose).distinct().count();
        return payers > 1 ? credited : List.of();
    }

    /// A payment in a line: how much, and from where.
    public String told(DepositPayment payment) {
        return look.money(payment.amount(), payment.currency()) + " · " + payer(payment);
    }

    /// An account is a bank's: a phone number is one at several e-wallets.
    private static List<String> whose(DepositPayment payment) {
        var payer = payment.payerInfo();
        return payer == null
                ? List.of()
                : List.of(String.valueOf(payer.bankName()), String.valueOf(payer.accountNumber()));
    }

    private String payer(DepositPayment payment) {
        return Objects.requireNonNullElse(account(payment), "–");
    }

    /// Where it came from, as far as it is known and this visitor may read it.
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

    /// Whether nothing was credited, be it yet.
    public boolean isUnpaid() {
        return deposit.paidAt() == null;
    }

    /// Once there is something to have received.
    public boolean hasReceipt() {
        return deposit.status().equals(DepositStatus.COMPLETED);
    }

    /// While nobody's money is with it: what came was moved elsewhere, went back, or was undone.
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

    public boolean mayPlay() {
        return mayManage && isSandbox;
    }

    /// Whether the page looks again by itself: until the deposit has ended, or somebody was made to pay it.
    public boolean isLive() {
        return isPending() || isWatched;
    }

    public boolean isConverted() {
        return !deposit.inputCurrency().equals(deposit.outputCurrency());
    }

    /// What the page shows, in short: it looks again until this is something else.
    public String known() {
        return known(deposit, events);
    }

    static String known(Deposit deposit, @Nullable List<Reports.Story> events) {
        var state = deposit.updatedAt().toEpochMilli() + "-" + deposit.status();
        if (events == null) {
            return state;
        }
        long delivered = events.stream()
                .flatMap(event -> event.told().stream())
                .filter(each -> !each.status().equals("pending"))
                .count();
        return state + "-" + events.size() + "-" + delivered;
    }
}
