package dev.sluice.iso20022.write;

import dev.sluice.iso20022.write.TransferRules.Charset;

/// Members of the character sets, by code point.
final class CharsetMembers {
    /// Punctuation of the basic Latin set (EPC217-08, section 2) and of SWIFT's set "x".
    private static final String PUNCTUATION = "/-?:().,'+ ";

    private CharsetMembers() {}

    static boolean contains(Charset charset, int point) {
        return switch (charset) {
            case SEPA_LATIN, SWIFT_X -> isLetterOrDigit(point) || PUNCTUATION.indexOf(point) >= 0;
            case LATIN_EXTENDED -> isLatinExtended(point);
            case UNICODE -> isCharacter(point);
        };
    }

    /// Returns true for the characters of the Swiss Payment Standards since 2022: the blocks Basic Latin, Latin-1
    /// Supplement and Latin Extended-A, and `Ș`, `ș`, `Ț`, `ț` and `€`.
    private static boolean isLatinExtended(int point) {
        return (point >= 0x20 && point <= 0x7e)
                || (point >= 0xa0 && point <= 0x17f)
                || (point >= 0x218 && point <= 0x21b)
                || point == '€';
    }

    private static boolean isLetterOrDigit(int point) {
        return (point >= 'A' && point <= 'Z') || (point >= 'a' && point <= 'z') || (point >= '0' && point <= '9');
    }

    private static boolean isCharacter(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL, Character.SURROGATE, Character.PRIVATE_USE, Character.UNASSIGNED -> false;
            default -> true;
        };
    }
}
