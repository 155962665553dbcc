package dev.sluice.notice;

import dev.sluice.merchant.User;
import java.util.OptionalInt;

/// What stands in the bar of every page: how much somebody has not read. Since it is asked for wherever they are, it
/// also notes in which language that is.
public final class Bell {
    private final Notices notices;
    private final Choices choices;

    public Bell(Notices notices, Choices choices) {
        this.notices = notices;
        this.choices = choices;
    }

    /// Nothing where somebody is told of nothing.
    public OptionalInt unread(User user, String language) {
        var reader = Reader.of(user);
        if (!reader.mayBeTold()) {
            return OptionalInt.empty();
        }
        choices.speak(user, language);
        return OptionalInt.of(notices.unread(reader));
    }
}
