package dev.sluice.ownership;

import dev.sluice.page.Texts;

/// Words for changes, at the dashboard and in mails.
public final class ChangeWords {
    /// The bundle of the texts.
    public static final String BUNDLE = "dashboard.ownership";

    private ChangeWords() {}

    /// The change in one sentence.
    public static String wish(Texts texts, Wish wish) {
        return switch (wish) {
            case Wish.AddPerson(var email, var name, var role, var _) ->
                texts.get("wish.ADD_PERSON", name, email, texts.get("role." + role));
            case Wish.ResetFactors _, Wish.RenewPassword _, Wish.EndAccess _ ->
                texts.get("wish." + wish.kind(), wish.email());
        };
    }

    public static String name(Texts texts, Party by) {
        return by.isCommandLine() ? texts.get("commandLine") : by.name();
    }

    /// A reason, or that there is none.
    public static String reason(Texts texts, String reason) {
        return reason.isEmpty() ? texts.get("noReason") : reason;
    }
}
