package dev.sluice.rail.iso20022.payout;

import dev.sluice.iso20022.write.Prepared;
import dev.sluice.iso20022.write.TransferFile.Transfer;
import dev.sluice.iso20022.write.TransferPreparation;
import dev.sluice.rail.BankAccount;
import dev.sluice.rail.FailureCode;
import dev.sluice.rail.iso20022.profile.BankProfile;
import java.util.Optional;
import java.util.stream.Collectors;

/// Checks instructions against the rules of a profile, before anything is sent.
record InstructionRules(BankProfile profile) {
    /// A rule that an instruction breaks.
    record Fault(FailureCode code, String message) {}

    /// Returns the first broken rule.
    Optional<Fault> fault(BankAccount account, Transfer transfer) {
        var served = profile.serves().stream()
                .filter(each -> each.currency().equals(transfer.currency()))
                .findFirst();
        if (served.isEmpty()) {
            return Optional.of(
                    new Fault(FailureCode.CURRENCY_NOT_ACCEPTED, "The bank account pays no " + transfer.currency()));
        }
        var country = TransferMapping.country(account);
        var countries = served.get().countries();
        if (!countries.isEmpty() && (country == null || !countries.contains(country))) {
            return Optional.of(new Fault(
                    FailureCode.ACCOUNT_INVALID,
                    "The bank account pays to no account in " + (country == null ? "an unknown country" : country)));
        }
        var max = served.get().max();
        if (max != null && transfer.amount().compareTo(max) > 0) {
            return Optional.of(new Fault(
                    FailureCode.AMOUNT_LIMIT_EXCEEDED,
                    "The amount is over the limit of " + max.toPlainString() + " " + transfer.currency()));
        }
        var min = served.get().min();
        if (min != null && transfer.amount().compareTo(min) < 0) {
            return Optional.of(new Fault(
                    FailureCode.AMOUNT_LIMIT_EXCEEDED,
                    "The amount is below the minimum of " + min.toPlainString() + " " + transfer.currency()));
        }
        return TransferPreparation.prepare(transfer, profile.out()) instanceof Prepared.Refused<Transfer> refused
                ? Optional.of(new Fault(FailureCode.BANK_REJECTED, message(refused)))
                : Optional.empty();
    }

    private static String message(Prepared.Refused<Transfer> refused) {
        return refused.faults().stream().map(Prepared.Fault::toString).collect(Collectors.joining(" "));
    }
}
