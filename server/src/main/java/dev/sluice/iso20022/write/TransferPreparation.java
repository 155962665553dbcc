package dev.sluice.iso20022.write;

import dev.sluice.iso20022.AccountNumbers;
import dev.sluice.iso20022.Amount;
import dev.sluice.iso20022.CreditorReference;
import dev.sluice.iso20022.QrReference;
import dev.sluice.iso20022.write.TransferFile.Address;
import dev.sluice.iso20022.write.TransferFile.Agent;
import dev.sluice.iso20022.write.TransferFile.Creditor;
import dev.sluice.iso20022.write.TransferFile.Debtor;
import dev.sluice.iso20022.write.TransferFile.Transfer;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Prepares transfers for the rules of a bank before they are sealed, so that a payout that the bank would refuse is
/// refused here, with all its faults. Prepared content stays the same if it is prepared again.
public final class TransferPreparation {
    private static final int REMITTANCE_MAX = 140;
    private static final int NAME_MAX = 140;
    private static final int DIGITS_MAX = 18;
    private static final String SEPA = "SEPA";
    /// Maximum amount of the SEPA rulebooks, AT-T002.
    private static final BigDecimal SEPA_MAX = BigDecimal.valueOf(99_999_999_999L, 2);

    private static final int UETR_VERSION = 4;
    private static final int UETR_VARIANT = 2;
    private static final Pattern PURPOSE = Pattern.compile("[A-Z0-9]{1,4}");
    private static final Pattern CLEARING_SYSTEM = Pattern.compile("[A-Z]{1,5}");
    private static final Pattern MEMBER = Pattern.compile("[A-Z0-9]{1,35}");

    private final TransferRules rules;
    private final FieldChecks checks;

    private TransferPreparation(TransferRules rules) {
        this.rules = rules;
        this.checks = new FieldChecks(rules);
    }

    /// Returns the transfer with its texts in the bank's character set and within its lengths, or all faults.
    public static Prepared<Transfer> prepare(Transfer transfer, TransferRules rules) {
        return new TransferPreparation(rules).transfer(transfer);
    }

    /// Returns our side as the bank gets it, or all faults of the account's profile.
    public static Prepared<Debtor> prepare(Debtor debtor, TransferRules rules) {
        var checks = new FieldChecks(rules);
        var prepared = new Debtor(
                checks.name("debtor.name", debtor.name()),
                checks.address("debtor.address", debtor.address()),
                checks.account("debtor.account", debtor.account()),
                checks.bic("debtor.bic", debtor.bic()),
                debtor.currency());
        return checks.prepared(prepared);
    }

    /// Returns the address of a payee as the bank gets it, or all its faults.
    ///
    /// @throws IllegalArgumentException if the bank takes no address
    public static Prepared<Address> prepare(Address address, TransferRules rules) {
        var checks = new FieldChecks(rules);
        var prepared = checks.address("creditor.address", address);
        if (prepared == null) {
            throw new IllegalArgumentException("the bank takes no address");
        }
        return checks.prepared(prepared);
    }

    private Prepared<Transfer> transfer(Transfer transfer) {
        checks.id("endToEndId", transfer.endToEndId());
        var creditor = creditor(transfer.creditor());
        var reference = reference(transfer.creditorReference(), creditor);
        var text = transfer.remittance();
        var remittance =
                text == null ? null : checks.text("remittance", text, Math.min(rules.remittance(), REMITTANCE_MAX));
        if (remittance != null && reference != null) {
            checks.fault(
                    "remittance",
                    "stands beside a creditor reference",
                    "Leave one of them out: a transfer carries a reference or a text.");
        }
        var purpose = transfer.purpose();
        if (purpose != null && !PURPOSE.matcher(purpose).matches()) {
            checks.fault("purpose", "is no purpose code", "Use a code of ISO 20022, such as SALA.");
        }
        return checks.prepared(new Transfer(
                transfer.endToEndId(),
                uetr(transfer.uetr()),
                amount(transfer.amount(), transfer.currency()),
                transfer.currency(),
                creditor,
                remittance,
                reference,
                purpose));
    }

    private @Nullable UUID uetr(@Nullable UUID uetr) {
        if (uetr == null || !checks.version().hasUetr()) {
            return null;
        }
        if (uetr.version() != UETR_VERSION || uetr.variant() != UETR_VARIANT) {
            checks.fault("uetr", "is no UUID of version 4", "Report this as an error of Sluice.");
        }
        return uetr;
    }

    /// Returns the amount with the decimals of its currency, or of whole units.
    private BigDecimal amount(BigDecimal value, String currency) {
        if (!Amount.isCurrency(currency)) {
            checks.fault("currency", "is unknown", "Use a code of ISO 4217, such as EUR.");
            return value;
        }
        var amount = new Amount(value, currency);
        if (amount.signum() <= 0) {
            checks.fault("amount", "must be above zero", "Correct it.");
        }
        boolean fraction = amount.value().stripTrailingZeros().scale() > 0;
        if (rules.wholeUnits() && fraction) {
            checks.fault("amount", "must be a whole number, as the bank takes no decimals", "Round it.");
            return amount.value();
        }
        if (amount.isFinerThanCurrency()) {
            checks.fault("amount", "has more decimals than " + currency, "Round it.");
        }
        if (SEPA.equals(rules.serviceLevel()) && amount.value().compareTo(SEPA_MAX) > 0) {
            checks.fault("amount", "must be at most 999999999.99 for a SEPA transfer", "Split the payout.");
        }
        if (amount.value().precision() > DIGITS_MAX) {
            checks.fault("amount", "has more than 18 digits", "Split the payout.");
        }
        return written(value, currency, rules);
    }

    /// Returns an amount with the decimals that are written.
    ///
    /// @throws ArithmeticException if the bank takes no decimals and the amount has some
    static BigDecimal written(BigDecimal value, String currency, TransferRules rules) {
        var amount = new Amount(value, currency).value();
        return rules.wholeUnits() ? amount.setScale(0, RoundingMode.UNNECESSARY) : amount;
    }

    private Creditor creditor(Creditor creditor) {
        var account = checks.account("creditor.account", creditor.account());
        var agent = creditor.agent();
        if (agent == null && !account.iban()) {
            checks.fault(
                    "creditor.agent",
                    "is missing",
                    "Name the payee's bank by its BIC or national code: the account number is no IBAN.");
        }
        return new Creditor(
                checks.name("creditor.name", creditor.name()),
                checks.address("creditor.address", creditor.address()),
                account,
                agent == null ? null : agent(agent));
    }

    /// Returns the agent with one identifier. The name helps to route only beside a national code.
    private Agent agent(Agent agent) {
        var bic = checks.bic("creditor.agent.bic", agent.bic());
        if (bic != null) {
            return new Agent(bic, null, null, null);
        }
        var member = agent.memberId();
        if (member == null || !MEMBER.matcher(member).matches()) {
            checks.fault(
                    "creditor.agent.memberId",
                    "must have 1 to 35 capital letters and digits",
                    "Name the payee's bank by its BIC or national code.");
        }
        var system = agent.clearingSystem();
        if (system != null && !CLEARING_SYSTEM.matcher(system).matches()) {
            checks.fault(
                    "creditor.agent.clearingSystem", "is no code of a clearing system", "Use a code such as USABA.");
        }
        if (checks.version() == MessageVersion.V03 && system == null) {
            return new Agent(null, null, member, null);
        }
        var name = agent.name() == null ? null : checks.text("creditor.agent.name", agent.name(), NAME_MAX);
        return new Agent(null, system, member, name);
    }

    /// Returns the electronic form of a reference. A QR-IBAN takes only QR references, and other accounts take none.
    private @Nullable String reference(@Nullable String reference, Creditor creditor) {
        boolean qrIban = creditor.account().iban()
                && AccountNumbers.isQrIban(creditor.account().number());
        if (reference == null) {
            if (qrIban) {
                checks.fault(
                        "creditorReference",
                        "is missing, as the account is a QR-IBAN",
                        "Add the QR reference of the bill, or use the payee's IBAN.");
            }
            return null;
        }
        var rf = CreditorReference.parse(reference);
        var qr = QrReference.parse(reference);
        if (rf.isEmpty() && qr.isEmpty()) {
            checks.fault(
                    "creditorReference",
                    "is no creditor reference (RF) and no QR reference",
                    "Correct it, or send it as a text.");
        } else if (qr.isPresent() != qrIban) {
            checks.fault(
                    "creditorReference",
                    qrIban ? "must be a QR reference, as the account is a QR-IBAN" : "needs the payee's QR-IBAN",
                    "Copy account and reference from the same bill.");
        }
        return rf.or(() -> qr).orElse(reference);
    }
}
