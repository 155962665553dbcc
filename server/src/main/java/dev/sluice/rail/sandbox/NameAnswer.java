package dev.sluice.rail.sandbox;

import dev.sluice.rail.AccountName;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Answer of the sandbox's bank to a query for the name of an account holder.
enum NameAnswer {
    /// The supplied name.
    SUPPLIED,
    /// A different name.
    OTHER,
    /// The supplied name with a typo.
    CLOSE,
    /// The account does not exist.
    NO_ACCOUNT,
    /// No answer.
    NONE;

    private static final String SOMEBODY = "Jordan Example";
    private static final String SOMEBODY_ELSE = "Robin Specimen";
    /// In shorter words, one different letter is too much for a typo.
    private static final Pattern WORD = Pattern.compile("\\p{L}{3,}");

    AccountName of(String suppliedName, String provider) {
        return switch (this) {
            case SUPPLIED -> new AccountName.Known(suppliedName, provider);
            case OTHER -> new AccountName.Known(other(suppliedName), provider);
            case CLOSE -> new AccountName.Known(slipped(suppliedName), provider);
            case NO_ACCOUNT -> new AccountName.NoAccount(provider);
            case NONE -> new AccountName.Unavailable(provider);
        };
    }

    private static String other(String name) {
        return name.strip().equalsIgnoreCase(SOMEBODY) ? SOMEBODY_ELSE : SOMEBODY;
    }

    /// Doubles the last letter of the first word of three letters or more; a name without such a word gets a
    /// middle initial.
    private static String slipped(String name) {
        var word = WORD.matcher(name);
        return word.find() ? word.replaceFirst(NameAnswer::doubled) : name + " X";
    }

    private static String doubled(MatchResult word) {
        var letters = word.group();
        int last = letters.codePointBefore(letters.length());
        return Matcher.quoteReplacement(letters + Character.toString(last));
    }
}
