package dev.sluice.dashboard.payout;

import dev.sluice.client.model.FiatDisbursementMethod;
import dev.sluice.client.model.Recipient;
import dev.sluice.client.model.Verification;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.NameChecks;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.policy.RuleWords;
import dev.sluice.disbursement.create.PayoutPreparation.Cost;
import dev.sluice.page.Texts;
import dev.sluice.recipient.MaskedAccount;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Page of a new payout.
///
/// @param units currencies or tokens that can be paid
/// @param banks banks of the chosen currency
/// @param recipients recipients with an account in it: the chosen one, and the newest search results
/// @param numbers account numbers that they are paid at, by recipient id
/// @param search search text for recipients
/// @param available available balance; null if no currency is chosen yet
/// @param iban true if accounts in the currency have an IBAN
/// @param memos true if payouts in the token may have a memo
public record NewPayout(
        Frame frame,
        Texts texts,
        Formats formats,
        PayoutForm form,
        List<String> units,
        List<FiatDisbursementMethod> banks,
        List<Recipient> recipients,
        Map<String, String> numbers,
        String search,
        @Nullable BigDecimal available,
        boolean iban,
        boolean memos,
        Problems problems) {
    static final String PATH = "/dashboard/payouts/new";

    public NewPayout {
        units = List.copyOf(units);
        banks = List.copyOf(banks);
        recipients = List.copyOf(recipients);
        numbers = Map.copyOf(numbers);
    }

    public boolean isUnitChosen() {
        return units.contains(form.at("unit"));
    }

    /// Returns a saved recipient's name, bank and last digits of the account number, which distinguish recipients
    /// of the same name. Also tells if the bank reported a different name.
    public String payee(Recipient recipient) {
        var account = recipient.bank().stream().findFirst();
        var number = MaskedAccount.of(numbers.get(recipient.id()));
        return Stream.of(
                        Optional.of(recipient.name()),
                        account.map(each -> BankNames.of(banks, each)),
                        account.map(_ -> number.text()),
                        Optional.ofNullable(recipient.verification())
                                .filter(check -> NameChecks.isDoubted(check.outcome()))
                                .map(check -> frame.texts()
                                        .get("nameCheck."
                                                + NameChecks.text(check.outcome(), check.bankName() != null))))
                .flatMap(Optional::stream)
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(" · "));
    }

    public String tab(String kind) {
        return Links.of(PATH, Map.of("kind", kind));
    }

    /// Review page of a new payout before it is sent.
    ///
    /// @param payee recipient in one line
    /// @param check name check by the bank, if it was made
    /// @param ruleTexts display names of the rules that require an approval
    /// @param changed message about changes since the last review; null the first time
    /// @param edit address of the form with the input
    public record Review(
            Frame frame,
            Texts texts,
            Formats formats,
            PayoutForm form,
            String payee,
            @Nullable Verification check,
            Cost cost,
            RuleWords ruleTexts,
            String formKey,
            @Nullable String changed,
            String edit) {
        static final String FEE = "agreedFee";
        static final String PAYEE_REVISION = "agreedPayee";
        static final String WAITS = "agreedWaits";

        /// Returns the name that the bank checked if the recipient's line begins with another one.
        public @Nullable String otherName() {
            return check == null || (payee + ", ").startsWith(check.suppliedName() + ", ")
                    ? null
                    : check.suppliedName();
        }

        /// Returns the terms that the user agrees to by sending the form, besides their input.
        public Map<String, String> confirmed() {
            var agreed = new LinkedHashMap<String, String>();
            agreed.put(FEE, cost.fee().decimal().toPlainString());
            if (cost.payeeRevision() > 0) {
                agreed.put(PAYEE_REVISION, String.valueOf(cost.payeeRevision()));
            }
            if (cost.needsApproval()) {
                agreed.put(WAITS, "true");
            }
            return agreed;
        }
    }

    /// Page of a review that was sent already.
    ///
    /// @param payout path of the payout's page
    public record Sent(Frame frame, Texts texts, Formats formats, PayoutForm form, String payout) {
        public BigDecimal amount() {
            return form.amount().orElse(BigDecimal.ZERO);
        }
    }
}
