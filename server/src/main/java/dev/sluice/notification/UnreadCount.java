package dev.sluice.notification;

import dev.sluice.merchant.User;
import java.util.OptionalInt;

/// Unread counter in the navigation bar of every page. It also records the user's language, as every page calls it.
public final class UnreadCount {
    private final Notifications notifications;
    private final Choices choices;

    public UnreadCount(Notifications notifications, Choices choices) {
        this.notifications = notifications;
        this.choices = choices;
    }

    /// Returns nothing for a user without any notices to see.
    public OptionalInt unread(User user, String language) {
        var reader = Reader.of(user);
        if (!reader.hasKinds()) {
            return OptionalInt.empty();
        }
        choices.setLanguage(user, language);
        return OptionalInt.of(notifications.unread(reader));
    }
}
