package dev.sluice.dashboard.notification;

import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.PageContext;
import dev.sluice.http.Answer;
import dev.sluice.http.Page;
import dev.sluice.http.Route;
import dev.sluice.http.Timestamps;
import dev.sluice.merchant.Permission;
import dev.sluice.notification.Notification;
import dev.sluice.notification.NotificationModule;
import dev.sluice.notification.NotificationTexts;
import dev.sluice.notification.Notifications;
import dev.sluice.notification.Reader;
import dev.sluice.notification.Subject;
import dev.sluice.page.Texts;
import dev.sluice.reference.References;
import dev.sluice.refusal.Refusal;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Notifications of a user, unread ones first.
public final class NotificationPages {
    static final String PATH = "/dashboard/notifications";
    private static final int PAGE_LIMIT = 20;

    /// Field with the time of the latest notification that the page showed.
    private static final String UNTIL = "until";

    private final DashboardGuard guard;
    private final Notifications notifications;
    private final NotificationSettings settings;

    public NotificationPages(DashboardGuard guard, NotificationModule module, References references) {
        this.guard = guard;
        this.notifications = module.notifications();
        this.settings = new NotificationSettings(guard, module, references);
    }

    public List<Route> routes() {
        return Stream.concat(
                        Stream.of(
                                guard.personalPage(PATH, this::list),
                                guard.personalPage(PATH + "/bell", PageContext::unreadBadge),
                                guard.personalAction(PATH + "/read", this::readAll),
                                guard.personalAction(PATH + "/{id}/read", this::read)),
                        settings.routes().stream())
                .toList();
    }

    private Answer list(PageContext context) {
        var texts = context.texts(NotificationTexts.BUNDLE);
        int number = context.request().query().integer("page", 1, 1, Integer.MAX_VALUE / PAGE_LIMIT);
        // Read this time before the page, so that a notification that arrives in between does not count as
        // seen.
        var until = notifications.latest(reader(context)).map(Instant::toString).orElse("");
        var page =
                notifications.page(reader(context), new Page.Request(PAGE_LIMIT, number, Page.Sort.UPDATED_DESCENDING));
        return context.page(
                "dashboard/notification/notifications.jte",
                null,
                texts.get("title"),
                frame -> new Listed(frame, texts, context.formats(), context.may(Permission.OPERATE), page, until));
    }

    private Answer readAll(PageContext context) {
        notifications.readAll(reader(context), until(context));
        return context.redirect(PATH, context.texts(NotificationTexts.BUNDLE).get("allRead"));
    }

    private Answer read(PageContext context) {
        notifications.read(reader(context), context.request().id("id", Refusal.NOT_FOUND), until(context));
        return context.redirect(PATH);
    }

    /// Returns the time of the latest notification that the visitor has seen; empty if the form has none.
    private static Optional<Instant> until(PageContext context) {
        try {
            return context.form().text(UNTIL).map(Timestamps::parse);
        } catch (DateTimeException nobodysPage) {
            return Optional.empty();
        }
    }

    private static Reader reader(PageContext context) {
        return Reader.of(context.visitor().user());
    }

    /// Page of the notifications.
    ///
    /// @param ofOperators true for notifications of operators
    /// @param until time of the visitor's latest notification; empty if there was none
    public record Listed(
            Frame frame, Texts texts, Formats formats, boolean ofOperators, Page<Notification> page, String until) {
        public String title(Notification notification) {
            return NotificationTexts.title(texts, notification);
        }

        public String line(Notification notification, Subject subject) {
            return NotificationTexts.line(texts, formats::money, notification.kind(), subject);
        }

        public boolean hasUnread() {
            var unread = frame.unread();
            return unread != null && unread > 0;
        }

        /// Returns the link to the previous page.
        public @Nullable String previous() {
            int number = page.page().number();
            return number > 1 ? of(number - 1) : null;
        }

        /// Returns the link to the next page.
        public @Nullable String next() {
            return page.page().offset() + page.docs().size() < page.total()
                    ? of(page.page().number() + 1)
                    : null;
        }

        private static String of(int number) {
            return Links.of(PATH, Map.of("page", String.valueOf(number)));
        }
    }
}
