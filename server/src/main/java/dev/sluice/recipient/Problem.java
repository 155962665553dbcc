package dev.sluice.recipient;

/// One finding about bank details: where it is, which kind it is, and the rule in plain words,
/// as they go on after the field's name (`must be …`).
///
/// The message names the rule and never repeats the value, for account numbers do not belong in logs.
///
/// @param field path of the field in the request, such as `bank.ibanNumber`
public record Problem(String field, Code code, String message) {

    /// The kinds of finding; the names are what an API client sees.
    public enum Code {
        /// The field is missing or blank.
        REQUIRED,
        /// The field says another account or bank than one beside it.
        CONFLICT,
        /// The text has not the shape that its kind of number or name has.
        INVALID_FORMAT,
        /// The shape is right and the check digits are wrong: most likely a typing mistake.
        INVALID_CHECKSUM,
        /// The number belongs to another country than `bank.country`.
        COUNTRY_MISMATCH,
        /// The value is none of those that the field knows.
        INVALID_VALUE,
        /// The text is longer than the field.
        TOO_LONG
    }
}
