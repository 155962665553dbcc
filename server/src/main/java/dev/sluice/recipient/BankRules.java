package dev.sluice.recipient;

import dev.sluice.recipient.Problem.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Validation of bank details before a payment, by currency and country.
///
/// The currency's flags ([CurrencyRules]) define the required fields; every given field is validated, even if the
/// currency does not require it. An account number that starts as an IBAN counts as one for EUR and CHF, and in
/// countries that use them, so that a recipient given by account number alone can be paid in EUR and CHF. If an IBAN is
/// given, too, the two must be equal: otherwise one would be paid and the other one shown.
public final class BankRules {
    /// Maximum text lengths, in code points.
    public static final int NAME_LENGTH_MAX = 140;

    public static final int PAYMENT_CODE_LENGTH_MAX = 35;
    public static final int ADDRESS_LENGTH_MAX = 255;
    public static final int CITY_LENGTH_MAX = 100;
    public static final int POST_CODE_LENGTH_MAX = 20;

    /// Message about a name without any letter or digit.
    static final String NO_NAME = "must have a letter or a digit";

    private static final Pattern CURRENCY = Pattern.compile("[A-Z]{3}");
    private static final Set<String> ACCOUNT_TYPES = Set.of("Checking", "Savings");
    private static final Set<String> ISO_COUNTRIES = Set.of(Locale.getISOCountries());
    /// Kosovo has no ISO 3166 code; banks, SWIFT and the IBAN registry use this user-assigned one.
    private static final String KOSOVO = "XK";

    private final Predicate<String> knownAccounts;

    private BankRules(Predicate<String> knownAccounts) {
        this.knownAccounts = knownAccounts;
    }

    /// Returns the rules without exceptions.
    public static BankRules standard() {
        return new BankRules(_ -> false);
    }

    /// Returns the rules of a sandbox: its test account numbers are exempt from their currency's standard, so that
    /// the same ten digits can be used in all currencies. Everything else is still validated.
    public static BankRules sparing(Predicate<String> knownAccounts) {
        return new BankRules(knownAccounts);
    }

    /// Reports whether an account number is a test number of the sandbox.
    boolean spares(String account) {
        var compact = BankDetails.compact(account);
        return compact != null && knownAccounts.test(compact);
    }

    /// Returns all problems of the details, in the order of the fields; empty if they can be paid. The details are
    /// validated after [BankDetails#normalised()].
    public List<Problem> check(BankDetails given, CurrencyRules rules) {
        return check(given, rules, null);
    }

    /// Checks details whose account number may be a phone number.
    ///
    /// @param phoneCountry country of the mobile phone number that the account has to be, if any
    List<Problem> check(BankDetails given, CurrencyRules rules, @Nullable String phoneCountry) {
        return new Check(given.normalised(), rules, phoneCountry).run();
    }

    /// Reports whether details have two IBANs: one of them would be paid, the other one shown.
    private static boolean haveTwoIbans(BankDetails given) {
        if (given.ibanNumber() == null || given.accountNumber() == null) {
            return false;
        }
        var bank = given.normalised();
        var iban = bank.ibanNumber();
        return iban != null && isIban(bank.accountNumber(), bank) && !iban.equals(bank.accountNumber());
    }

    private static boolean isIban(@Nullable String account, BankDetails bank) {
        if (account == null || !Ibans.looksLikeOne(account)) {
            return false;
        }
        var country = bank.country();
        return Ibans.isOnlyNumberIn(bank.currency())
                || (country != null && account.startsWith(Ibans.ofCountry(country)));
    }

    /// One validation of one set of details.
    private final class Check {
        private final BankDetails bank;
        private final CurrencyRules rules;
        private final @Nullable String phoneCountry;
        private final List<Problem> problems = new ArrayList<>();

        private Check(BankDetails bank, CurrencyRules rules, @Nullable String phoneCountry) {
            this.bank = bank;
            this.rules = rules;
            this.phoneCountry = phoneCountry;
        }

        private List<Problem> run() {
            names();
            currencyAndCountry();
            account();
            routing();
            iban();
            ifscAndPaymentCode();
            resolved();
            return List.copyOf(problems);
        }

        private void names() {
            require("accountName", bank.accountName(), "is required: the account holder's name");
            text("accountName", bank.accountName(), NAME_LENGTH_MAX);
            if (bank.accountName() != null && !isName(bank.accountName())) {
                add("accountName", Code.INVALID_FORMAT, NO_NAME);
            }
            if (rules.requireBankName()) {
                require("bankName", bank.bankName(), "is required in this currency");
            }
            text("bankName", bank.bankName(), NAME_LENGTH_MAX);
            if (bank.accountType() != null && !ACCOUNT_TYPES.contains(bank.accountType())) {
                add("accountType", Code.INVALID_VALUE, "must be Checking or Savings");
            }
        }

        private void currencyAndCountry() {
            require("currency", bank.currency(), "is required");
            if (bank.currency() != null && !CURRENCY.matcher(bank.currency()).matches()) {
                add("currency", Code.INVALID_FORMAT, "must be a code of three letters (ISO 4217)");
            }
            require("country", bank.country(), "is required");
            if (bank.country() != null && !isCountry(bank.country())) {
                add("country", Code.INVALID_VALUE, "must be a known code of two letters (ISO 3166 alpha-2)");
            }
        }

        private void account() {
            var account = bank.accountNumber();
            if (account == null) {
                if (rules.requireAccountNumber()) {
                    add("accountNumber", Code.REQUIRED, "is required in this currency");
                }
                return;
            }
            if (phoneCountry != null) {
                if (PhoneNumbers.e164(account, phoneCountry).isEmpty()) {
                    add("accountNumber", Code.INVALID_FORMAT, PhoneNumbers.rule(phoneCountry));
                }
                return;
            }
            if (accountIsIban()) {
                checkIban("accountNumber", account);
                return;
            }
            var fault = knownAccounts.test(account)
                    ? AccountNumbers.anyShape(account)
                    : AccountNumbers.check(bank.currency(), account, bank.paymentCode());
            if (fault != null) {
                add("accountNumber", fault.code(), fault.rule());
            }
        }

        private void routing() {
            if (rules.requireAchOrWire() && bank.achNumber() == null && bank.fedwireNumber() == null) {
                add(
                        "achNumber",
                        Code.REQUIRED,
                        "or bank.fedwireNumber is required in this currency: a routing number (ABA)");
            }
            var branch = bank.branchCode() == null ? null : RoutingCodes.branchCode(bank.currency(), bank.branchCode());
            if (branch != null) {
                add("branchCode", branch.code(), branch.rule());
            } else if (bank.ifsc() != null
                    && bank.branchCode() != null
                    && !bank.ifsc().equals(bank.branchCode())) {
                add("branchCode", Code.CONFLICT, "must be the code in bank.ifsc");
            }
            routing("achNumber", bank.achNumber());
            routing("fedwireNumber", bank.fedwireNumber());
        }

        private void routing(String field, @Nullable String number) {
            var fault = number == null ? null : RoutingCodes.aba(number);
            if (fault != null) {
                add(field, fault.code(), fault.rule());
            }
        }

        private void iban() {
            var iban = bank.ibanNumber();
            if (iban == null) {
                if (rules.requireIban() && !accountIsIban()) {
                    add("ibanNumber", Code.REQUIRED, "is required in this currency");
                }
                return;
            }
            checkIban("ibanNumber", iban);
            if (haveTwoIbans(bank)) {
                add("accountNumber", Code.CONFLICT, "must be the IBAN in bank.ibanNumber");
            }
        }

        private void checkIban(String field, String iban) {
            switch (Ibans.check(iban)) {
                case WRONG_SHAPE ->
                    add(
                            field,
                            Code.INVALID_FORMAT,
                            "must be an IBAN: country code, two check digits, the country's length");
                case WRONG_CHECK_DIGITS ->
                    add(
                            field,
                            Code.INVALID_CHECKSUM,
                            "must have the IBAN's check digits as third and fourth characters");
                case VALID -> ibanCountry(field, iban);
            }
        }

        private void ibanCountry(String field, String iban) {
            var country = bank.country();
            if (country != null && isCountry(country) && !iban.startsWith(Ibans.ofCountry(country))) {
                add(field, Code.COUNTRY_MISMATCH, "must be an IBAN of the country in bank.country");
            }
        }

        private boolean accountIsIban() {
            return isIban(bank.accountNumber(), bank);
        }

        private void ifscAndPaymentCode() {
            text("paymentCode", bank.paymentCode(), PAYMENT_CODE_LENGTH_MAX);
            var rule = RoutingCodes.IFSC_RULE;
            if (bank.ifsc() != null) {
                if (!RoutingCodes.isIfsc(bank.ifsc())) {
                    add("ifsc", Code.INVALID_FORMAT, rule);
                }
            } else if (rules.requireIfsc()) {
                ifscInPaymentCode(rule);
            }
            var fault =
                    bank.paymentCode() == null ? null : RoutingCodes.paymentCode(bank.currency(), bank.paymentCode());
            if (fault != null) {
                add("paymentCode", fault.code(), fault.rule());
            }
        }

        private void ifscInPaymentCode(String rule) {
            var code = bank.paymentCode();
            if (code == null || !RoutingCodes.looksLikeIfsc(code)) {
                add("ifsc", Code.REQUIRED, "or bank.paymentCode must be there in this currency, and " + rule);
            } else if (!RoutingCodes.isIfsc(code)) {
                add("paymentCode", Code.INVALID_FORMAT, rule);
            }
        }

        private void resolved() {
            if (bank.bankIdentifierCode() != null && !RoutingCodes.isBic(bank.bankIdentifierCode())) {
                add(
                        "bankIdentifierCode",
                        Code.INVALID_FORMAT,
                        "must be a BIC (ISO 9362): four letters, a known country's code, and 2 or 5 letters or digits");
            }
            text("address", bank.address(), ADDRESS_LENGTH_MAX);
            text("city", bank.city(), CITY_LENGTH_MAX);
            text("province", bank.province(), CITY_LENGTH_MAX);
            text("postCode", bank.postCode(), POST_CODE_LENGTH_MAX);
        }

        private void require(String field, @Nullable String value, String rule) {
            if (value == null) {
                add(field, Code.REQUIRED, rule);
            }
        }

        /// Checks the length, and refuses characters that a bank's file or a database rejects: controls and
        /// halves of surrogate pairs.
        private void text(String field, @Nullable String value, int lengthMax) {
            if (value == null) {
                return;
            }
            if (value.codePointCount(0, value.length()) > lengthMax) {
                add(field, Code.TOO_LONG, "must be at most " + lengthMax + " characters");
            }
            if (value.codePoints().anyMatch(BankRules::isUnprintable)) {
                add(field, Code.INVALID_FORMAT, "must be one line without control characters");
            }
        }

        private void add(String field, Code code, String message) {
            problems.add(new Problem("bank." + field, code, message));
        }
    }

    /// Reports whether a text is usable as a name. Spaces and invisible characters alone would leave nothing in
    /// print.
    static boolean isName(String text) {
        return text.codePoints().anyMatch(Character::isLetterOrDigit);
    }

    private static boolean isUnprintable(int codePoint) {
        return Character.isISOControl(codePoint) || Character.getType(codePoint) == Character.SURROGATE;
    }

    private static boolean isCountry(String country) {
        return ISO_COUNTRIES.contains(country) || KOSOVO.equals(country);
    }
}
