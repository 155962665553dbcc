package dev.sluice.recipient;

import dev.sluice.text.OutsideText;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Bank account of a recipient as given, with the service's data about its bank (BIC and address).
///
/// Nothing is validated here, since [BankRules] reports all problems at once; a record may hold any input of a caller.
///
/// @param paymentCode the payout method's bank code, or the national routing code (IFSC, sort code, BSB)
/// @param branchCode  branch beside a payout method's code: a sort code, a BSB, a Zengin code, an ABA routing number
///     or the like; an IFSC is stored as `ifsc`
/// @param country     ISO 3166 alpha-2
/// @param accountType `Checking` or `Savings`
public record BankDetails(
        @Nullable String accountName,
        @Nullable String bankName,
        @Nullable String accountNumber,
        @Nullable String paymentCode,
        @Nullable String branchCode,
        @Nullable String currency,
        @Nullable String country,
        @Nullable String achNumber,
        @Nullable String fedwireNumber,
        @Nullable String ibanNumber,
        @Nullable String ifsc,
        @Nullable String accountType,
        @Nullable String bankIdentifierCode,
        @Nullable String address,
        @Nullable String city,
        @Nullable String province,
        @Nullable String postCode) {

    private static final Pattern SEPARATORS = Pattern.compile("[\\s\\u00A0\\u2007\\u202F\\p{Pd}]+");
    private static final Pattern SEPARATED_DIGITS = Pattern.compile("[0-9][0-9 \\-]*[0-9]");

    /// Returns a builder without any field.
    public static Builder builder() {
        return new Builder();
    }

    /// Returns a builder with these fields, to change some of them.
    public Builder toBuilder() {
        return new Builder()
                .accountName(accountName)
                .bankName(bankName)
                .accountNumber(accountNumber)
                .paymentCode(paymentCode)
                .branchCode(branchCode)
                .currency(currency)
                .country(country)
                .achNumber(achNumber)
                .fedwireNumber(fedwireNumber)
                .ibanNumber(ibanNumber)
                .ifsc(ifsc)
                .accountType(accountType)
                .bankIdentifierCode(bankIdentifierCode)
                .address(address)
                .city(city)
                .province(province)
                .postCode(postCode);
    }

    /// Returns the details as they are stored and compared: normalized texts ([OutsideText]), numbers without
    /// spaces and dashes, codes in upper case. A payment code stays as sent, since it may be a payout method's,
    /// unless it is clearly a sort code or BSB with dashes, or an IFSC in lower case.
    public BankDetails normalised() {
        boolean isIfsc = ifsc == null && "INR".equals(upper(trimmed(currency)));
        return new Builder()
                .accountName(trimmed(accountName))
                .bankName(trimmed(bankName))
                .accountNumber(compact(accountNumber))
                .paymentCode(normalisedPaymentCode())
                .branchCode(isIfsc ? null : compact(branchCode))
                .currency(upper(trimmed(currency)))
                .country(upper(trimmed(country)))
                .achNumber(compact(achNumber))
                .fedwireNumber(compact(fedwireNumber))
                .ibanNumber(compact(ibanNumber))
                .ifsc(compact(isIfsc ? branchCode : ifsc))
                .accountType(trimmed(accountType))
                .bankIdentifierCode(compact(bankIdentifierCode))
                .address(trimmed(address))
                .city(trimmed(city))
                .province(trimmed(province))
                .postCode(trimmed(postCode))
                .build();
    }

    private @Nullable String normalisedPaymentCode() {
        var code = trimmed(paymentCode);
        var of = upper(trimmed(currency));
        if (code == null || of == null) {
            return code;
        }
        return switch (of) {
            case "GBP", "AUD" -> SEPARATED_DIGITS.matcher(code).matches() ? compact(code) : code;
            case "INR" -> RoutingCodes.isIfsc(code.toUpperCase(Locale.ROOT)) ? upper(code) : code;
            default -> code;
        };
    }

    /// Returns a number without spaces and dashes, in upper case; null if nothing is left.
    public static @Nullable String compact(@Nullable String text) {
        if (text == null) {
            return null;
        }
        var compact = SEPARATORS.matcher(OutsideText.withoutIgnorable(text)).replaceAll("");
        return compact.isEmpty() ? null : compact.toUpperCase(Locale.ROOT);
    }

    private static @Nullable String trimmed(@Nullable String text) {
        var normalized = text == null ? "" : OutsideText.normalized(text);
        return normalized.isEmpty() ? null : normalized;
    }

    private static @Nullable String upper(@Nullable String text) {
        return text == null ? null : text.toUpperCase(Locale.ROOT);
    }

    /// Contains the bank's name and the masked account, since details end up in logs.
    @Override
    public String toString() {
        return "BankDetails[" + currency + " " + country + " " + bankName + " "
                + MaskedAccount.of(accountNumber != null ? accountNumber : ibanNumber) + "]";
    }

    /// Builder; every field may stay absent.
    public static final class Builder {
        private @Nullable String accountName;
        private @Nullable String bankName;
        private @Nullable String accountNumber;
        private @Nullable String paymentCode;
        private @Nullable String branchCode;
        private @Nullable String currency;
        private @Nullable String country;
        private @Nullable String achNumber;
        private @Nullable String fedwireNumber;
        private @Nullable String ibanNumber;
        private @Nullable String ifsc;
        private @Nullable String accountType;
        private @Nullable String bankIdentifierCode;
        private @Nullable String address;
        private @Nullable String city;
        private @Nullable String province;
        private @Nullable String postCode;

        private Builder() {}

        public Builder accountName(@Nullable String value) {
            this.accountName = value;
            return this;
        }

        public Builder bankName(@Nullable String value) {
            this.bankName = value;
            return this;
        }

        public Builder accountNumber(@Nullable String value) {
            this.accountNumber = value;
            return this;
        }

        public Builder paymentCode(@Nullable String value) {
            this.paymentCode = value;
            return this;
        }

        public Builder branchCode(@Nullable String value) {
            this.branchCode = value;
            return this;
        }

        public Builder currency(@Nullable String value) {
            this.currency = value;
            return this;
        }

        public Builder country(@Nullable String value) {
            this.country = value;
            return this;
        }

        public Builder achNumber(@Nullable String value) {
            this.achNumber = value;
            return this;
        }

        public Builder fedwireNumber(@Nullable String value) {
            this.fedwireNumber = value;
            return this;
        }

        public Builder ibanNumber(@Nullable String value) {
            this.ibanNumber = value;
            return this;
        }

        public Builder ifsc(@Nullable String value) {
            this.ifsc = value;
            return this;
        }

        public Builder accountType(@Nullable String value) {
            this.accountType = value;
            return this;
        }

        public Builder bankIdentifierCode(@Nullable String value) {
            this.bankIdentifierCode = value;
            return this;
        }

        public Builder address(@Nullable String value) {
            this.address = value;
            return this;
        }

        public Builder city(@Nullable String value) {
            this.city = value;
            return this;
        }

        public Builder province(@Nullable String value) {
            this.province = value;
            return this;
        }

        public Builder postCode(@Nullable String value) {
            this.postCode = value;
            return this;
        }

        public BankDetails build() {
            return new BankDetails(
                    accountName,
                    bankName,
                    accountNumber,
                    paymentCode,
                    branchCode,
                    currency,
                    country,
                    achNumber,
                    fedwireNumber,
                    ibanNumber,
                    ifsc,
                    accountType,
                    bankIdentifierCode,
                    address,
                    city,
                    province,
                    postCode);
        }
    }
}
