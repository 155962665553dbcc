package dev.sluice.dashboard;

import java.util.List;

/// A page that the key `g` and then another one lead to.
///
/// @param key the other one, a letter
public record Shortcut(String key, Section section) {
    private static final List<Shortcut> MERCHANTS = List.of(
            new Shortcut("h", Section.HOME),
            new Shortcut("p", Section.PAYOUTS),
            new Shortcut("d", Section.DEPOSITS),
            new Shortcut("r", Section.RECIPIENTS),
            new Shortcut("b", Section.BALANCES));

    private static final List<Shortcut> OPERATORS = List.of(
            new Shortcut("h", Section.OPERATIONS),
            new Shortcut("o", Section.ORGANIZATIONS),
            new Shortcut("e", Section.EXCEPTIONS),
            new Shortcut("l", Section.BOOKS),
            new Shortcut("r", Section.RAILS),
            new Shortcut("m", Section.PRICES));

    /// Those of a merchant's people, or of operators.
    public static List<Shortcut> of(boolean merchant) {
        return merchant ? MERCHANTS : OPERATORS;
    }
}
