package dev.sluice.dashboard.audit;

import dev.sluice.audit.AuditFilter;
import dev.sluice.audit.Audits;
import dev.sluice.audit.Entry;
import dev.sluice.dashboard.CsvCells;
import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Look;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Visit;
import dev.sluice.http.Answer;
import dev.sluice.http.Ids;
import dev.sluice.http.Page;
import dev.sluice.http.Query;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.page.Texts;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The pages of the audit log.
public final class AuditPages {
    private static final String PATH = "/dashboard/audit";
    private static final int PAGE_LIMIT = 25;
    private static final int EXPORT_MAX = 10_000;

    private final Door door;
    private final Audits audits;

    public AuditPages(Door door, Audits audits) {
        this.door = door;
        this.audits = audits;
    }

    public List<Route> routes() {
        return List.of(
                door.page(PATH, Permission.SEE_AUDIT, this::list),
                door.page(PATH + "/export", Permission.SEE_AUDIT, this::export));
    }

    private Answer list(Visit visit) {
        var texts = visit.texts("dashboard.audit");
        var query = visit.request().query();
        var organizationId = visit.visitor().organizationId();
        int number = query.integer("page", 1, 1, Integer.MAX_VALUE / PAGE_LIMIT);
        var page = audits.page(
                organizationId, filter(query), new Page.Request(PAGE_LIMIT, number, Page.Sort.CREATED_DESCENDING));
        var chosen = chosen(query);
        return visit.page(
                "dashboard/audit/audit.jte",
                Section.AUDIT,
                texts.get("title"),
                frame -> new Log(
                        frame, texts, visit.look(), chosen, audits.actors(organizationId), page.docs(), pager(page)));
    }

    private static Map<String, String> chosen(Query query) {
        var chosen = new LinkedHashMap<String, String>();
        for (var name : List.of("actor", "action", "subject", "from", "until")) {
            chosen.put(name, query.text(name).orElse(""));
        }
        return chosen;
    }

    private static AuditFilter filter(Query query) {
        return new AuditFilter(
                query.text("actor").flatMap(Ids::parse).orElse(null),
                query.text("action")
                        .map(text -> text.replace("%", "").replace("_", "\\_"))
                        .orElse(null),
                query.text("subject").orElse(null),
                day(query, "from")
                        .map(day -> day.atStartOfDay(ZoneOffset.UTC).toInstant())
                        .orElse(null),
                day(query, "until")
                        .map(day -> day.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant())
                        .orElse(null));
    }

    /// What is no day is none; the field of the form only sends days.
    private static Optional<LocalDate> day(Query query, String name) {
        try {
            return query.text(name).map(LocalDate::parse);
        } catch (DateTimeParseException malformed) {
            return Optional.empty();
        }
    }

    private static Pager pager(Page<Entry> page) {
        long pages = Math.max(1, Math.ceilDiv(page.total(), page.page().limit()));
        int number = page.page().number();
        return new Pager(page.total(), number > 1 ? number - 1 : null, number < pages ? number + 1 : null);
    }

    private Answer export(Visit visit) {
        var out = new StringBuilder(CsvCells.line(List.of(
                "position", "time", "person", "role", "address", "action", "subject", "outcome", "fields", "hash")));
        var filter = filter(visit.request().query());
        for (int number = 1; (number - 1) * Page.LIMIT_MAX < EXPORT_MAX; number++) {
            var page = audits.page(
                    visit.visitor().organizationId(),
                    filter,
                    new Page.Request(Page.LIMIT_MAX, number, Page.Sort.CREATED_DESCENDING));
            page.docs().forEach(entry -> out.append(line(entry)));
            if (page.docs().size() < Page.LIMIT_MAX) {
                break;
            }
        }
        return new Answer(200, "text/csv; charset=utf-8", out.toString().getBytes(StandardCharsets.UTF_8))
                .with("Content-Disposition", "attachment; filename=\"audit.csv\"");
    }

    private static String line(Entry entry) {
        var actor = entry.deed().actor();
        return CsvCells.line(List.of(
                text(entry.position()),
                entry.begunAt().toString(),
                actor.name(),
                actor.role(),
                actor.address(),
                entry.deed().action(),
                text(entry.deed().subject()),
                text(entry.outcome()),
                entry.fields().toString(),
                entry.hash() == null ? "" : HexFormat.of().formatHex(entry.hash())));
    }

    private static String text(@Nullable Object value) {
        return value == null ? "" : value.toString();
    }

    /// What the page shows.
    public record Log(
            Frame frame,
            Texts texts,
            Look look,
            Map<String, String> chosen,
            List<Audits.Person> people,
            List<Entry> entries,
            Pager pager) {}

    /// Where one goes on from a page.
    public record Pager(
            long total,
            @Nullable Integer previous,
            @Nullable Integer next) {}
}
