package dev.sluice.notice;

import dev.sluice.merchant.User;
import java.util.OptionalInt;

/// Unread counter in the navigation bar of every page. It also records the user's language, as every page calls it.
public final class Bell {
    private final Notices notices;
    private final Choices choices;

    public Bell(Notices notices, Choices choices) {
        this.notices = notices;
        this.choices = choices;
    }

    /// Returns nothing for a user without any notices to see.
    public OptionalInt unread(User user, String language) {
        var reader = Reader.of(user);
        if (!reader.mayBeTold()) {
            return OptionalInt.empty();
        }
        choices.speak(user, language);
        return OptionalInt.of(notices.unread(reader));
    }
}
