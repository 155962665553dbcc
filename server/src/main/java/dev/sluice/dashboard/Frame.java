package dev.sluice.dashboard;

import dev.sluice.merchant.Permission;
import dev.sluice.notice.Notices;
import dev.sluice.page.Texts;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What stands around a page: the menu, who is here, and what has just happened.
///
/// @param formToken of the visitor; nothing where nobody is signed in
/// @param unread how many notices the visitor has not read; nothing where they are told of none
/// @param permissions what the visitor may do
/// @param frozen whether no money may leave the visitor's organization
/// @param saying what came of what the visitor did last
/// @param refreshes whether its address gives the page again; the answer to a form stands at the form's address
public record Frame(
        String title,
        Texts texts,
        String theme,
        boolean sandbox,
        @Nullable Person person,
        @Nullable String formToken,
        List<Item> menu,
        @Nullable Integer unread,
        Set<Permission> permissions,
        boolean frozen,
        @Nullable Saying saying,
        boolean refreshes) {
    public Frame {
        menu = List.copyOf(menu);
        permissions = Set.copyOf(permissions);
    }

    /// Whether a page leads the visitor to what takes this.
    public boolean may(Permission permission) {
        return permissions.contains(permission);
    }

    /// How many notices are unread, as a bell says it.
    public String unreadText() {
        return unread == null || unread == 0
                ? ""
                : unread >= Notices.UNREAD_MAX ? Notices.UNREAD_MAX - 1 + "+" : unread.toString();
    }

    /// Who is here.
    ///
    /// @param hasTimeZone whether they have chosen one
    public record Person(String name, String email, String role, String organization, boolean hasTimeZone) {
        /// The letters that stand for them.
        public String initial() {
            return name.substring(0, name.offsetByCodePoints(0, 1));
        }
    }

    /// A line of the menu.
    public record Item(String label, String path, String icon, boolean here) {}
}
