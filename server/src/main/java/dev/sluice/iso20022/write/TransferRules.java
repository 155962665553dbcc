package dev.sluice.iso20022.write;

import org.jspecify.annotations.Nullable;

/// Rules of a bank for files of credit transfers.
///
/// @param message one of [PaymentFileWriter#MESSAGES], such as `pain.001.001.09`
/// @param names maximum length of a name
/// @param remittance maximum length of the text for the payee
/// @param chargeBearer such as `SLEV`; null if the bank wants none
/// @param serviceLevel such as `SEPA` or `URGP`; null if the bank wants none
/// @param localInstrument such as `INST`; null if the bank wants none
/// @param batchBooking `BtchBookg`; null if it is left out
/// @param wholeUnits amounts are written without decimals, as for rupiah
public record TransferRules(
        String message,
        Charset charset,
        Transliteration transliteration,
        AddressForm address,
        int names,
        int remittance,
        @Nullable String chargeBearer,
        @Nullable String serviceLevel,
        @Nullable String localInstrument,
        @Nullable Boolean batchBooking,
        boolean wholeUnits) {

    /// Characters that a bank accepts.
    public enum Charset {
        /// Letters, digits and `/-?:().,'+` and space, without accents (EPC217-08, section 2).
        SEPA_LATIN,
        /// Unicode's blocks Basic Latin, Latin-1 Supplement and Latin Extended-A, and `ȘșȚț€`: the set of the Swiss
        /// Payment Standards since 2022.
        LATIN_EXTENDED,
        /// SWIFT's set "x": the characters of [#SEPA_LATIN], and no text begins with `:` or `-`.
        SWIFT_X,
        /// Any character of Unicode that is not a control character.
        UNICODE
    }

    /// Replacement of letters that a charset lacks.
    public enum Transliteration {
        /// Not at all: a text with another character is refused.
        NONE,
        /// ä → a, ø → o, ß → ss. Greek and Bulgarian are spelled in Latin letters, and punctuation is simplified.
        PLAIN,
        /// ä → ae, ö → oe, ü → ue, ß → ss; others as in [#PLAIN].
        GERMAN
    }

    /// Form of the payee's postal address.
    public enum AddressForm {
        /// No address is sent.
        NONE,
        /// Town and country, with street, number and postal code if they are known.
        STRUCTURED,
        /// Town, country and postal code as elements, street and number as a line.
        HYBRID,
        /// As structured, and a payout without an address is refused.
        REQUIRED
    }
}
