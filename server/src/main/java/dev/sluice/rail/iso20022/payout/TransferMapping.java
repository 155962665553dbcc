package dev.sluice.rail.iso20022.payout;

import dev.sluice.iso20022.AccountNumbers;
import dev.sluice.iso20022.write.Prepared;
import dev.sluice.iso20022.write.TransferFile.AccountNumber;
import dev.sluice.iso20022.write.TransferFile.Address;
import dev.sluice.iso20022.write.TransferFile.Agent;
import dev.sluice.iso20022.write.TransferFile.Creditor;
import dev.sluice.iso20022.write.TransferFile.Transfer;
import dev.sluice.iso20022.write.TransferPreparation;
import dev.sluice.iso20022.write.TransferRules;
import dev.sluice.iso20022.write.TransferRules.AddressForm;
import dev.sluice.rail.BankAccount;
import dev.sluice.rail.PostalAddress;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Turns an order into a transfer of a file.
final class TransferMapping {
    /// Clearing systems whose members the primary routing number names, by the currency of the account.
    private static final Map<String, String> CLEARING = Map.of(
            "USD", "USABA",
            "GBP", "GBDSC",
            "AUD", "AUBSB",
            "CAD", "CACPA",
            "INR", "INFSC",
            "NZD", "NZNCC",
            "ZAR", "ZANCC");

    private TransferMapping() {}

    static Transfer transfer(BankOrder order, OrderContent.Content content, TransferRules rules) {
        var account = content.account();
        var number = number(account);
        return new Transfer(
                order.endToEndId(),
                null,
                new BigDecimal(order.amount().units(), order.amount().asset().exponent()),
                order.amount().asset().code(),
                new Creditor(
                        account.accountName(),
                        address(content.address(), rules),
                        number,
                        number.iban() ? null : agent(account)),
                content.remittance(),
                null,
                null);
    }

    /// Returns the payee's address; null if town or country is unknown. An address that the bank does not
    /// require and that cannot be written, because of its letters or its length, is left out as a whole.
    private static @Nullable Address address(@Nullable PostalAddress known, TransferRules rules) {
        if (known == null || known.town() == null || known.country() == null || rules.address() == AddressForm.NONE) {
            return null;
        }
        var street = known.street();
        var address = new Address(
                known.town(), known.country(), known.postCode(), street == null ? null : oneLine(street), null);
        boolean isWritable = TransferPreparation.prepare(address, rules) instanceof Prepared.Ready;
        return isWritable || rules.address() == AddressForm.REQUIRED ? address : null;
    }

    /// Returns lines as one, with commas between them. A line may end with a comma of its own.
    private static String oneLine(String lines) {
        return lines.lines()
                .map(String::strip)
                .map(line -> line.endsWith(",")
                        ? line.substring(0, line.length() - 1).strip()
                        : line)
                .filter(line -> !line.isEmpty())
                .collect(Collectors.joining(", "));
    }

    /// Returns the country of an account: that of its IBAN, else the one stored with it; null if it is unknown.
    static @Nullable String country(BankAccount account) {
        var number = number(account);
        return number.iban() ? number.number().substring(0, 2) : account.country();
    }

    static AccountNumber number(BankAccount account) {
        var written = account.accountNumber().replace(" ", "").toUpperCase(Locale.ROOT);
        return AccountNumbers.isIban(written)
                ? new AccountNumber(written, true)
                : new AccountNumber(account.accountNumber().strip(), false);
    }

    /// Returns the payee's bank: by its clearing number if the currency has one, else by its code.
    private static Agent agent(BankAccount account) {
        var routing = account.routing().primary() == null
                ? account.routing().ach()
                : account.routing().primary();
        var system = CLEARING.get(account.currency());
        if (routing != null && system != null) {
            return new Agent(null, system, routing, null);
        }
        return new Agent(null, null, account.bankCode(), null);
    }
}
