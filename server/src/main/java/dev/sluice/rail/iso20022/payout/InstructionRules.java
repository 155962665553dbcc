package dev.sluice.rail.iso20022.payout;

import dev.sluice.iso20022.write.Prepared;
import dev.sluice.iso20022.write.TransferFile.Transfer;
import dev.sluice.iso20022.write.TransferPreparation;
import dev.sluice.iso20022.write.TransferRules.AddressForm;
import dev.sluice.rail.FailureCode;
import dev.sluice.rail.PostalAddress;
import dev.sluice.rail.iso20022.profile.BankProfile;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Checks instructions against the rules of a profile, before anything is sent.
record InstructionRules(BankProfile profile) {
    /// A rule that an instruction breaks.
    record Fault(FailureCode code, String message) {}

    /// Fields of a recipient, by the fields of a transfer.
    private static final Map<String, String> RECIPIENT = Map.of(
            "creditor.address.town", "recipient.city",
            "creditor.address.country", "recipient.bank.country",
            "creditor.address.postalCode", "recipient.postCode",
            "creditor.address.street", "recipient.address");

    /// Returns the first broken rule.
    Optional<Fault> fault(BankOrder order, OrderContent.Content content) {
        var account = content.account();
        var transfer = TransferMapping.transfer(order, content, profile.out());
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
        var missing = profile.out().address() == AddressForm.REQUIRED ? missing(content.address()) : "";
        if (!missing.isEmpty()) {
            return Optional.of(new Fault(
                    FailureCode.BANK_REJECTED,
                    "The bank requires the payee's address: " + missing
                            + ". Save the payee as a recipient with address, city and country, and pay it"
                            + " by its recipientId."));
        }
        return TransferPreparation.prepare(transfer, profile.out()) instanceof Prepared.Refused<Transfer> refused
                ? Optional.of(new Fault(FailureCode.BANK_REJECTED, message(refused)))
                : Optional.empty();
    }

    /// Says which required fields an address lacks; empty if it has all.
    private static String missing(@Nullable PostalAddress address) {
        boolean hasTown = address != null && address.town() != null;
        boolean hasCountry = address == null || address.country() != null;
        if (hasTown) {
            return hasCountry ? "" : "recipient.bank.country is missing";
        }
        return hasCountry ? "recipient.city is missing" : "recipient.city and recipient.bank.country are missing";
    }

    private static String message(Prepared.Refused<Transfer> refused) {
        return refused.faults().stream()
                .map(each -> new Prepared.Fault(
                        RECIPIENT.getOrDefault(each.field(), each.field()), each.problem(), each.wayOut()))
                .map(Prepared.Fault::toString)
                .collect(Collectors.joining(" "));
    }
}
