package dev.sluice.dashboard;

import dev.sluice.merchant.Permission;
import dev.sluice.notification.Notifications;
import dev.sluice.page.Texts;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Layout around a page: the menu, the visitor and the flash message.
///
/// @param formToken CSRF token of the visitor; null if not signed in
/// @param unread number of unread notifications; null if the visitor gets none
/// @param permissions permissions of the visitor
/// @param frozen true if no money may leave the visitor's organization
/// @param flashMessage flash message with the result of the visitor's last action
/// @param refreshes true if a GET of its address returns the page again; the response to a form has the form's
///     address
public record Frame(
        String title,
        Texts texts,
        String theme,
        boolean sandbox,
        @Nullable SignedInUser user,
        @Nullable String formToken,
        List<Item> menu,
        @Nullable Integer unread,
        Set<Permission> permissions,
        boolean frozen,
        @Nullable FlashMessage flashMessage,
        boolean refreshes) {
    public Frame {
        menu = List.copyOf(menu);
        permissions = Set.copyOf(permissions);
    }

    /// Reports whether the visitor has a permission.
    public boolean may(Permission permission) {
        return permissions.contains(permission);
    }

    /// Returns the number of unread notifications for the bell.
    public String unreadText() {
        return unread == null || unread == 0
                ? ""
                : unread >= Notifications.UNREAD_MAX ? Notifications.UNREAD_MAX - 1 + "+" : unread.toString();
    }

    /// Signed-in visitor.
    ///
    /// @param hasTimeZone true if they chose a time zone
    public record SignedInUser(String name, String email, String role, String organization, boolean hasTimeZone) {
        /// Returns the initial of the name.
        public String initial() {
            return name.substring(0, name.offsetByCodePoints(0, 1));
        }
    }

    /// Item of the menu.
    public record Item(String label, String path, String icon, boolean here) {}
}
