package dev.sluice.ownership;

import dev.sluice.page.Texts;

/// Texts about changes, in the dashboard and in mails.
public final class OwnerChangeTexts {
    /// Bundle of the texts.
    public static final String BUNDLE = "dashboard.ownership";

    private OwnerChangeTexts() {}

    /// Returns the change in one sentence.
    public static String proposed(Texts texts, ProposedOwnerChange proposed) {
        return switch (proposed) {
            case ProposedOwnerChange.AddPerson(var email, var name, var role, var _) ->
                texts.get("proposed.ADD_PERSON", name, email, texts.get("role." + role));
            case ProposedOwnerChange.ResetFactors _,
                    ProposedOwnerChange.RenewPassword _,
                    ProposedOwnerChange.EndAccess _ -> texts.get("proposed." + proposed.kind(), proposed.email());
        };
    }

    public static String name(Texts texts, Participant by) {
        return by.isCommandLine() ? texts.get("commandLine") : by.name();
    }

    /// Returns the reason, or a text for a missing one.
    public static String reason(Texts texts, String reason) {
        return reason.isEmpty() ? texts.get("noReason") : reason;
    }
}
