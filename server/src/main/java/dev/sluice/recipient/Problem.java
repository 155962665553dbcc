package dev.sluice.recipient;

/// Problem of bank details: the field, the kind of problem, and the rule in plain words, to follow the field's name
/// (`must be …`).
///
/// The message names the rule and never repeats the value, since account numbers do not belong in logs.
///
/// @param field path of the field in the request, such as `bank.ibanNumber`
public record Problem(String field, Code code, String message) {

    /// Kinds of problems; API clients see the names.
    public enum Code {
        /// The field is missing or blank.
        REQUIRED,
        /// The field contradicts another field about the account or bank.
        CONFLICT,
        /// The text does not have the format of its kind of number or name.
        INVALID_FORMAT,
        /// The format is right, but the check digits are wrong: most likely a typing mistake.
        INVALID_CHECKSUM,
        /// The number belongs to a country other than `bank.country`.
        COUNTRY_MISMATCH,
        /// The value is not one of the allowed ones.
        INVALID_VALUE,
        /// The text is longer than the field.
        TOO_LONG
    }
}
