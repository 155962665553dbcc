package dev.sluice.dashboard.payout;

import dev.sluice.client.model.FiatDisbursementMethod;
import dev.sluice.client.model.Recipient;
import dev.sluice.client.model.Verification;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.Look;
import dev.sluice.dashboard.NameChecks;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.policy.RuleWords;
import dev.sluice.disbursement.Orders.Cost;
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

/// What the page of a new payout shows.
///
/// @param units the currencies or tokens that can be paid
/// @param banks of the chosen currency
/// @param recipients who have an account in it: who is chosen, and the newest that are looked for
/// @param numbers that they are paid by, by their ids
/// @param search what is looked for among them
/// @param available what there is of it; nothing where it was not chosen yet
/// @param iban whether accounts in it are known by their IBAN
public record NewPayout(
        Frame frame,
        Texts texts,
        Look look,
        PayoutForm form,
        List<String> units,
        List<FiatDisbursementMethod> banks,
        List<Recipient> recipients,
        Map<String, String> numbers,
        String search,
        @Nullable BigDecimal available,
        boolean iban,
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

    /// A stored payee's name, bank and the end of the number that is paid, which tell it from those of the
    /// same name, and whether the bank has another name.
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
                                                + NameChecks.word(check.outcome(), check.bankName() != null))))
                .flatMap(Optional::stream)
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(" · "));
    }

    public String tab(String kind) {
        return Links.of(PATH, Map.of("kind", kind));
    }

    /// What is asked before it is sent.
    ///
    /// @param payee as it will be paid, in a line
    /// @param check what the bank says of their name, where it was asked
    /// @param words in which rules are named that let it wait
    /// @param changed what is said where it is not what was shown before; nothing the first time
    /// @param edit where the form is, with what was typed
    public record Review(
            Frame frame,
            Texts texts,
            Look look,
            PayoutForm form,
            String payee,
            @Nullable Verification check,
            Cost cost,
            RuleWords words,
            String formKey,
            @Nullable String changed,
            String edit) {
        static final String FEE = "agreedFee";
        static final String PAYEE_REVISION = "agreedPayee";
        static final String WAITS = "agreedWaits";

        /// The name that the bank was asked about, where the payee's line begins with another one.
        public @Nullable String otherName() {
            return check == null || (payee + ", ").startsWith(check.suppliedName() + ", ")
                    ? null
                    : check.suppliedName();
        }

        /// What somebody says yes to by sending it, beside what they typed.
        public Map<String, String> agreed() {
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

    /// What is said of a review that was sent already.
    ///
    /// @param payout where it is
    public record Sent(Frame frame, Texts texts, Look look, PayoutForm form, String payout) {
        public BigDecimal amount() {
            return form.amount().orElse(BigDecimal.ZERO);
        }
    }
}
