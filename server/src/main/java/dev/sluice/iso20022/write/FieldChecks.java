package dev.sluice.iso20022.write;

import dev.sluice.iso20022.AccountNumbers;
import dev.sluice.iso20022.write.Prepared.Fault;
import dev.sluice.iso20022.write.TransferFile.AccountNumber;
import dev.sluice.iso20022.write.TransferFile.Address;
import dev.sluice.iso20022.write.TransferRules.AddressForm;
import dev.sluice.iso20022.write.TransferRules.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Checks fields of a transfer, prepares their texts, and collects all faults.
final class FieldChecks {
    private static final int NAME_MAX = 140;
    private static final int STREET_MAX = 70;
    private static final int TOWN_MAX = 35;
    private static final int BUILDING_NUMBER_MAX = 16;
    private static final int POSTAL_CODE_MAX = 16;
    private static final Pattern OTHER_ACCOUNT = Pattern.compile("[A-Za-z0-9](?:[A-Za-z0-9./-]{0,32}[A-Za-z0-9])?");
    private static final Pattern ID = Pattern.compile("[A-Z0-9]{1,35}");
    private static final Pattern TWO_SLASHES = Pattern.compile("//");
    private static final Set<String> COUNTRIES = Set.of(Locale.getISOCountries());
    /// Code that payment systems use; ISO 3166 leaves it to users.
    private static final String KOSOVO = "XK";

    private final TransferRules rules;
    private final MessageVersion version;
    private final List<Fault> faults = new ArrayList<>();

    FieldChecks(TransferRules rules) {
        this.rules = rules;
        this.version = MessageVersion.of(rules.message());
    }

    MessageVersion version() {
        return version;
    }

    void fault(String field, String problem, String wayOut) {
        faults.add(new Fault(field, problem, wayOut));
    }

    <T> Prepared<T> prepared(T value) {
        return faults.isEmpty() ? new Prepared.Ready<>(value) : new Prepared.Refused<>(faults);
    }

    /// Checks an identifier of ours.
    void id(String field, String id) {
        if (!ID.matcher(id).matches()) {
            fault(field, "must have 1 to 35 characters, each A to Z or 0 to 9", "Report this as an error of Sluice.");
        }
    }

    /// Prepares the name of a party, cut at a whole word.
    String name(String field, String name) {
        return required(field, text(field, name, Math.min(rules.names(), NAME_MAX)));
    }

    /// Prepares a text, cut at a whole word. Returns null if nothing is left of it.
    @Nullable
    String text(String field, String text, int lengthMax) {
        return switch (TransferText.of(text, rules.charset(), rules.transliteration(), lengthMax)) {
            case TransferText.Result.Written(var written) -> written.isEmpty() ? null : written;
            case TransferText.Result.Unwritable(var characters) -> {
                fault(
                        field,
                        "has characters that the bank does not accept: " + characters,
                        rules.charset() == Charset.UNICODE ? "Remove them." : "Write it in Latin letters.");
                yield text;
            }
        };
    }

    AccountNumber account(String field, AccountNumber account) {
        var number = account.number().replace(" ", "");
        if (account.iban()) {
            number = number.toUpperCase(Locale.ROOT);
            if (!AccountNumbers.isIban(number)) {
                fault(field, "is no IBAN", "Correct it: a letter or digit is wrong, missing or too many.");
            }
        } else if (!OTHER_ACCOUNT.matcher(number).matches()
                || TWO_SLASHES.matcher(number).find()) {
            fault(
                    field,
                    "must have at most 34 letters, digits, full stops, hyphens and slashes",
                    "Write the account number as the bank prints it, without other characters.");
        }
        return new AccountNumber(number, account.iban());
    }

    @Nullable
    String bic(String field, @Nullable String bic) {
        if (bic != null && !version.isBic(bic)) {
            fault(field, "is no BIC", "A BIC has 8 or 11 capital letters and digits, such as COBADEFFXXX.");
        }
        return bic;
    }

    /// Prepares an address. Returns null if none is sent.
    @Nullable
    Address address(String field, @Nullable Address address) {
        if (rules.address() == AddressForm.NONE) {
            return null;
        }
        if (address == null) {
            if (rules.address() == AddressForm.REQUIRED) {
                fault(field, "is missing", "The bank requires an address: add at least town and country.");
            }
            return null;
        }
        var number = uncut(field + ".buildingNumber", address.buildingNumber(), BUILDING_NUMBER_MAX);
        return new Address(
                required(field + ".town", text(field + ".town", address.town(), TOWN_MAX)),
                country(field + ".country", address.country()),
                uncut(field + ".postalCode", address.postalCode(), POSTAL_CODE_MAX),
                street(field + ".street", address.street(), number),
                number);
    }

    /// Prepares a street. In a hybrid address it shares a line with its number.
    private @Nullable String street(String field, @Nullable String street, @Nullable String number) {
        if (street == null) {
            return null;
        }
        boolean shared = rules.address() == AddressForm.HYBRID && number != null;
        return text(field, street, shared ? STREET_MAX - BUILDING_NUMBER_MAX - 1 : STREET_MAX);
    }

    private String country(String field, String country) {
        if (!COUNTRIES.contains(country) && !country.equals(KOSOVO)) {
            fault(field, "is no country code", "Use two capital letters of ISO 3166, such as DE.");
        }
        return country;
    }

    /// Prepares a text of which a part means nothing.
    @Nullable
    String uncut(String field, @Nullable String text, int lengthMax) {
        if (text == null) {
            return null;
        }
        var whole = text(field, text, Integer.MAX_VALUE);
        if (whole != null && whole.length() > lengthMax) {
            fault(field, "has more than " + lengthMax + " characters", "Shorten it.");
        }
        return whole;
    }

    private String required(String field, @Nullable String text) {
        if (text == null) {
            fault(field, "is empty", "Add it.");
            return "";
        }
        if (text.codePoints().noneMatch(Character::isLetterOrDigit)) {
            fault(field, "has no letter and no digit", "Write it out.");
        }
        return text;
    }
}
