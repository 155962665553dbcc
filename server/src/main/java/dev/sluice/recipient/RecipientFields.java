package dev.sluice.recipient;

import dev.sluice.auth.Caller;
import dev.sluice.http.Fields;
import dev.sluice.recipient.Recipient.Profile;
import dev.sluice.reference.Currency;
import dev.sluice.reference.References;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads recipients from requests and checks them. Each problem is recorded under the path of its field.
final class RecipientFields {
    static final int REFERENCE_LENGTH_MAX = 255;

    private final References references;
    private final BankRules rules;
    private final PhoneAccounts phones;

    RecipientFields(References references, BankRules rules) {
        this.references = references;
        this.rules = rules;
        this.phones = new PhoneAccounts(references, rules);
    }

    /// Reads the recipient's profile. Omitted optional texts keep their value from `before`; an empty text removes
    /// it.
    Profile profile(Fields fields, Caller caller, @Nullable Profile before) {
        owner(fields, caller);
        var type = type(fields);
        return new Profile(
                name(fields),
                fields.has("recipientType") || before == null ? type : before.type(),
                email(fields, fields.requiredText("email", EmailAddress.LENGTH_MAX)),
                fields.requiredText("address", BankRules.ADDRESS_LENGTH_MAX),
                line(fields, "city", BankRules.CITY_LENGTH_MAX),
                line(fields, "postCode", BankRules.POST_CODE_LENGTH_MAX),
                fields.has("reference") || before == null
                        ? fields.text("reference", REFERENCE_LENGTH_MAX).orElse(null)
                        : before.reference());
    }

    /// Reads the details in `bank`, in the form in which they are stored.
    BankDetails bank(Fields fields, @Nullable BankDetails before) {
        var bank = new BankFields(fields.requiredObject("bank"));
        var details = phones.inOneForm(bank.read(before).normalised());
        var currency = currency(details.currency());
        if (currency.isEmpty() && details.currency() != null) {
            fields.findings().add(fields.path("bank.currency"), "UNKNOWN_VALUE", "must be a supported currency");
            bank.found("currency");
        }
        var ofCurrency = currency.map(RecipientFields::required).orElse(CurrencyRules.NONE);
        var required = before != null && Objects.equals(before.currency(), details.currency())
                ? ofCurrency.asMetBy(before)
                : ofCurrency;
        var problems = rules.check(details, required, phones.country(details).orElse(null));
        bank.report(
                PayoutMethods.byCode(references, details).isEmpty()
                        ? problems
                        : problems.stream()
                                .filter(RecipientFields::isNotAboutCode)
                                .toList());
        var banks = new NamedBanks(references);
        if (before != null) {
            new UnchangedAccount(references, rules).check(bank, before, details);
        }
        banks.check(bank, details);
        return before == null ? details : banks.named(bank, details);
    }

    /// Excludes the payment code: a payout method's code is valid, even if it looks like half a sort code.
    private static boolean isNotAboutCode(Problem problem) {
        return !BankFields.name(problem).equals("paymentCode");
    }

    /// Reads an inline recipient of a payout, with `bankCode` as the payout method's code. Empty if there are
    /// problems, or if the currency is unknown (a problem of the payout, not of the recipient).
    Optional<InlineRecipient> inline(Fields fields, String currencyCode) {
        int before = fields.findings().count();
        var email = fields.text("email", EmailAddress.LENGTH_MAX).map(given -> email(fields, given));
        var name = fields.line("name", BankRules.NAME_LENGTH_MAX);
        name.ifPresent(given -> requireName(fields, given));
        var bank = new BankFields(fields.requiredObject("bank"));
        var currency = currency(currencyCode);
        var given =
                bank.readInline(currency.filter(each -> each.required().iban()).isPresent());
        if (currency.isEmpty()) {
            return Optional.empty();
        }
        var details = new InlineBank(references, rules).checked(bank, given, currency.get());
        if (fields.findings().count() > before) {
            return Optional.empty();
        }
        return Optional.of(new InlineRecipient(
                new Profile(
                        name.orElse(String.valueOf(details.accountName())),
                        null,
                        email.orElse(null),
                        null,
                        null,
                        null,
                        null),
                details));
    }

    /// Inline recipient: personal data and bank account.
    record InlineRecipient(Profile profile, BankDetails bank) {}

    private Optional<Currency> currency(@Nullable String code) {
        return code == null ? Optional.empty() : references.currency(code);
    }

    private static CurrencyRules required(Currency currency) {
        var flags = currency.required();
        return new CurrencyRules(
                flags.bankName(), flags.ifsc(), flags.iban(), flags.achOrWire(), flags.accountNumber());
    }

    private static void owner(Fields fields, Caller caller) {
        int length = caller.organizationId().toString().length();
        fields.text("organizationId", length)
                .filter(id -> !id.toLowerCase(Locale.ROOT)
                        .equals(caller.organizationId().toString()))
                .ifPresent(_ -> fields.findings()
                        .add(fields.path("organizationId"), "INVALID_VALUE", "must be the caller's own organization"));
    }

    private static @Nullable RecipientType type(Fields fields) {
        return fields.text("recipientType", 20)
                .flatMap(word -> {
                    var type = RecipientType.of(word);
                    if (type.isEmpty()) {
                        fields.findings()
                                .add(
                                        fields.path("recipientType"),
                                        "UNKNOWN_VALUE",
                                        "must be one of " + String.join(", ", RecipientType.wires()));
                    }
                    return type;
                })
                .orElse(null);
    }

    private static String email(Fields fields, String email) {
        if (!email.isEmpty() && !EmailAddress.isOne(email)) {
            fields.findings().add(fields.path("email"), "INVALID_FORMAT", "must be an e-mail address");
        }
        return email;
    }

    private static String name(Fields fields) {
        var name = line(fields, "name", BankRules.NAME_LENGTH_MAX);
        if (!name.isEmpty()) {
            requireName(fields, name);
        }
        return name;
    }

    private static void requireName(Fields fields, String name) {
        if (!BankRules.isName(name)) {
            fields.findings().add(fields.path("name"), "INVALID_FORMAT", BankRules.NO_NAME);
        }
    }

    /// Reads a required text of one line.
    private static String line(Fields fields, String name, int lengthMax) {
        var text = fields.requiredText(name, lengthMax);
        if (text.chars().anyMatch(Character::isISOControl)) {
            fields.findings().add(fields.path(name), "INVALID_FORMAT", "must be one line");
        }
        return text;
    }
}
