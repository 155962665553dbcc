package dev.sluice.rail.iso20022.profile;

import dev.sluice.iso20022.write.TransferRules.AddressForm;
import dev.sluice.iso20022.write.TransferRules.Charset;
import dev.sluice.rail.iso20022.profile.BankProfile.Account;
import dev.sluice.rail.iso20022.profile.BankProfile.Scheme;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Defaults that depend on the scheme.
final class SchemeDefaults {
    /// Maximum of the SEPA rulebooks, in euros.
    static final BigDecimal SEPA_MAX = new BigDecimal("999999999.99");

    /// Maximum of BI-FAST, in rupiah, by Bank Indonesia.
    static final BigDecimal BI_FAST_MAX = new BigDecimal("250000000");

    /// Minimum of BI-RTGS for customers, in rupiah, since July 2016.
    static final BigDecimal BI_RTGS_MIN = new BigDecimal("100000000");

    static final String INSTANT = "INST";

    private SchemeDefaults() {}

    static boolean isSepa(Scheme scheme) {
        return scheme == Scheme.SEPA_CT || scheme == Scheme.SEPA_INST;
    }

    static boolean isIndonesian(Scheme scheme) {
        return scheme == Scheme.BI_FAST || scheme == Scheme.BI_RTGS;
    }

    /// Returns the countries of payees; empty for any.
    static Set<String> countries(Scheme scheme, Account account) {
        return switch (scheme) {
            case SEPA_CT, SEPA_INST -> Sepa.ALL;
            case BI_FAST, BI_RTGS -> Set.of("ID");
            case CGI_DOMESTIC -> country(account).map(Set::of).orElse(Set.of());
            case SWISS, CGI_CROSSBORDER -> Set.of();
        };
    }

    /// Returns the country of an account by its IBAN or BIC.
    static Optional<String> country(Account account) {
        var number = account.number();
        if (number.iban() && !number.number().isEmpty()) {
            return Optional.of(AccountNumbers.country(number.number()));
        }
        return Optional.ofNullable(account.bic()).map(AccountNumbers::countryOfBic);
    }

    static @Nullable BigDecimal max(Scheme scheme) {
        return switch (scheme) {
            case SEPA_CT, SEPA_INST -> SEPA_MAX;
            case BI_FAST -> BI_FAST_MAX;
            case SWISS, CGI_DOMESTIC, CGI_CROSSBORDER, BI_RTGS -> null;
        };
    }

    static @Nullable BigDecimal min(Scheme scheme) {
        return scheme == Scheme.BI_RTGS ? BI_RTGS_MIN : null;
    }

    static Charset charset(Scheme scheme) {
        return switch (scheme) {
            case SEPA_CT, SEPA_INST -> Charset.SEPA_LATIN;
            case SWISS -> Charset.LATIN_EXTENDED;
            case CGI_DOMESTIC, CGI_CROSSBORDER, BI_FAST, BI_RTGS -> Charset.SWIFT_X;
        };
    }

    static AddressForm address(Scheme scheme) {
        return isIndonesian(scheme) ? AddressForm.NONE : AddressForm.STRUCTURED;
    }

    /// Returns the charge bearer, or `none`.
    static String chargeBearer(Scheme scheme) {
        return switch (scheme) {
            case SEPA_CT, SEPA_INST -> "SLEV";
            case CGI_CROSSBORDER -> "SHAR";
            case SWISS, CGI_DOMESTIC, BI_FAST, BI_RTGS -> OutReader.NONE;
        };
    }

    /// Returns the service level, or `none`.
    static String serviceLevel(Scheme scheme) {
        return isSepa(scheme) ? "SEPA" : OutReader.NONE;
    }

    /// Returns the local instrument, or `none`.
    static String localInstrument(Scheme scheme) {
        return scheme == Scheme.SEPA_INST ? INSTANT : OutReader.NONE;
    }
}
