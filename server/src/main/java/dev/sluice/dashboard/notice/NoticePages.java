package dev.sluice.dashboard.notice;

import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.Look;
import dev.sluice.dashboard.Visit;
import dev.sluice.http.Answer;
import dev.sluice.http.Page;
import dev.sluice.http.Route;
import dev.sluice.http.Timestamps;
import dev.sluice.merchant.Permission;
import dev.sluice.notice.Letters;
import dev.sluice.notice.Notice;
import dev.sluice.notice.NoticeRoom;
import dev.sluice.notice.Notices;
import dev.sluice.notice.Reader;
import dev.sluice.notice.Subject;
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
public final class NoticePages {
    static final String PATH = "/dashboard/notices";
    private static final int PAGE_LIMIT = 20;

    /// Field with the time of the latest notification that the page showed.
    private static final String UNTIL = "until";

    private final Door door;
    private final Notices notices;
    private final NoticeSettings settings;

    public NoticePages(Door door, NoticeRoom room, References references) {
        this.door = door;
        this.notices = room.notices();
        this.settings = new NoticeSettings(door, room, references);
    }

    public List<Route> routes() {
        return Stream.concat(
                        Stream.of(
                                door.personalPage(PATH, this::list),
                                door.personalPage(PATH + "/bell", Visit::bell),
                                door.personalAction(PATH + "/read", this::readAll),
                                door.personalAction(PATH + "/{id}/read", this::read)),
                        settings.routes().stream())
                .toList();
    }

    private Answer list(Visit visit) {
        var texts = visit.texts(Letters.BUNDLE);
        int number = visit.request().query().integer("page", 1, 1, Integer.MAX_VALUE / PAGE_LIMIT);
        // Read this time before the page, so that a notification that arrives in between does not count as
        // seen.
        var until = notices.latest(reader(visit)).map(Instant::toString).orElse("");
        var page = notices.page(reader(visit), new Page.Request(PAGE_LIMIT, number, Page.Sort.UPDATED_DESCENDING));
        return visit.page(
                "dashboard/notice/notices.jte",
                null,
                texts.get("title"),
                frame -> new Listed(frame, texts, visit.look(), visit.may(Permission.OPERATE), page, until));
    }

    private Answer readAll(Visit visit) {
        notices.readAll(reader(visit), until(visit));
        return visit.goTo(PATH, visit.texts(Letters.BUNDLE).get("allRead"));
    }

    private Answer read(Visit visit) {
        notices.read(reader(visit), visit.request().id("id", Refusal.NOT_FOUND), until(visit));
        return visit.goTo(PATH);
    }

    /// Returns the time of the latest notification that the visitor has seen; empty for a page of an earlier
    /// release.
    private static Optional<Instant> until(Visit visit) {
        try {
            return visit.form().text(UNTIL).map(Timestamps::parse);
        } catch (DateTimeException nobodysPage) {
            return Optional.empty();
        }
    }

    private static Reader reader(Visit visit) {
        return Reader.of(visit.visitor().user());
    }

    /// Page of the notifications.
    ///
    /// @param ofOperators true for notifications of operators
    /// @param until time of the visitor's latest notification; empty if there was none
    public record Listed(Frame frame, Texts texts, Look look, boolean ofOperators, Page<Notice> page, String until) {
        public String title(Notice notice) {
            return Letters.title(texts, notice);
        }

        public String line(Notice notice, Subject subject) {
            return Letters.line(texts, look::money, notice.kind(), subject);
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
