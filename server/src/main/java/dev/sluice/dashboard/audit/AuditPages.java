package dev.sluice.dashboard.audit;

import dev.sluice.audit.AuditFilter;
import dev.sluice.audit.Audits;
import dev.sluice.audit.Entry;
import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.DayBorders;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.OptionalReason;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Section;
import dev.sluice.http.Answer;
import dev.sluice.http.Ids;
import dev.sluice.http.Json;
import dev.sluice.http.Page;
import dev.sluice.http.Query;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.merchant.Users;
import dev.sluice.page.Texts;
import dev.sluice.recipient.MaskedAccount;
import dev.sluice.sheet.Export;
import dev.sluice.sheet.Export.Column;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Pages of the audit log.
public final class AuditPages {
    private static final String PATH = "/dashboard/audit";
    private static final int PAGE_LIMIT = 25;

    private static final Pattern ACCOUNT_NUMBER = Pattern.compile("(?i)(accountNumber|ibanNumber)$");

    private static final List<Column<Entry>> COLUMNS = List.of(
            new Column<>("position", Entry::position),
            new Column<>("time", Entry::begunAt),
            new Column<>("person", entry -> entry.action().actor().name()),
            new Column<>("role", entry -> entry.action().actor().role()),
            new Column<>("address", entry -> entry.action().actor().address()),
            new Column<>("action", entry -> entry.action().action()),
            new Column<>("subject", entry -> entry.action().subject()),
            new Column<>("outcome", Entry::outcome),
            new Column<>("authentic", Entry::authentic),
            new Column<>(
                    "hash",
                    entry -> entry.hash() == null ? null : HexFormat.of().formatHex(entry.hash())));

    private final DashboardGuard guard;
    private final Audits audits;
    private final Users users;
    private final BiFunction<UUID, UUID, Optional<UUID>> fileOf;

    /// @param fileOf returns the file of an organization that a payout came from and that is approved as a whole
    public AuditPages(DashboardGuard guard, Audits audits, Users users, BiFunction<UUID, UUID, Optional<UUID>> fileOf) {
        this.guard = guard;
        this.audits = audits;
        this.users = users;
        this.fileOf = fileOf;
    }

    public List<Route> routes() {
        return List.of(
                guard.page(PATH, Permission.SEE_AUDIT, this::list),
                guard.export(PATH + "/export", Permission.SEE_AUDIT, this::export));
    }

    private Answer list(PageContext context) {
        var texts = context.texts("dashboard.audit");
        var query = context.request().query();
        var organizationId = context.visitor().organizationId();
        int number = query.integer("page", 1, 1, Integer.MAX_VALUE / PAGE_LIMIT);
        var page = audits.page(
                organizationId,
                filter(context, query),
                new Page.Request(PAGE_LIMIT, number, Page.Sort.CREATED_DESCENDING));
        var chosen = chosen(query);
        return context.page(
                "dashboard/audit/audit.jte",
                Section.AUDIT,
                texts.get("title"),
                frame -> new Log(
                        frame,
                        texts,
                        context.formats(),
                        chosen,
                        audits.actors(organizationId),
                        users.emails(organizationId),
                        page.docs(),
                        pager(page),
                        context.may(Permission.SEE_ACCOUNTS)));
    }

    private static Map<String, String> chosen(Query query) {
        var chosen = new LinkedHashMap<String, String>();
        for (var name : List.of("actor", "action", "subject", "from", "until")) {
            chosen.put(name, query.text(name).orElse(""));
        }
        return chosen;
    }

    private AuditFilter filter(PageContext context, Query query) {
        var zone = context.zone();
        return new AuditFilter(
                query.text("actor").flatMap(Ids::parse).orElse(null),
                query.text("action")
                        .map(text -> text.replace("%", "").replace("_", "\\_"))
                        .orElse(null),
                query.text("subject")
                        .map(text -> subjects(context.visitor().organizationId(), text.strip()))
                        .orElse(List.of()),
                day(query, "from").map(day -> DayBorders.start(day, zone)).orElse(null),
                day(query, "until").map(day -> DayBorders.next(day, zone)).orElse(null));
    }

    /// Returns the ids to filter by: the given one, and that of the file with this payout. Actions on a file also
    /// concern its payouts.
    private List<String> subjects(UUID organizationId, String id) {
        return Stream.concat(
                        Stream.of(id),
                        Ids.parse(id)
                                .flatMap(payout -> fileOf.apply(organizationId, payout))
                                .map(UUID::toString)
                                .stream())
                .toList();
    }

    /// Parses a day; ignores an invalid one, because the form only sends valid days.
    private static Optional<LocalDate> day(Query query, String name) {
        return query.text(name).flatMap(DayBorders::parse);
    }

    private static Pager pager(Page<Entry> page) {
        long pages = Math.max(1, Math.ceilDiv(page.total(), page.page().limit()));
        int number = page.page().number();
        return new Pager(
                page.total(),
                page.total() >= Audits.COUNTED_MAX,
                number > 1 ? number - 1 : null,
                number < pages ? number + 1 : null);
    }

    /// Exports all matching entries, newest first.
    private Answer export(PageContext context) {
        var query = context.request().query();
        var organizationId = context.visitor().organizationId();
        var emails = users.emails(organizationId);
        var columns = new ArrayList<>(COLUMNS);
        boolean accounts = context.may(Permission.SEE_ACCOUNTS);
        columns.add(columns.size() - 1, new Column<>("fields", entry -> json(fields(entry, accounts))));
        columns.add(new Column<>("person_id", entry -> entry.action().actor().id()));
        columns.add(new Column<>(
                "person_email", entry -> emails.get(entry.action().actor().id())));
        columns.add(new Column<>("reason", entry -> entry.fields().get(OptionalReason.FIELD)));
        return new Export<>(columns, audits.all(organizationId, filter(context, query)))
                .as(query.text("format"), fileName(query));
    }

    /// Returns the form data as JSON, so that no value can be mistaken for a field.
    private static String json(SortedMap<String, String> fields) {
        return new String(Json.bytes(fields), StandardCharsets.UTF_8);
    }

    /// @param accounts true for full account numbers
    private static SortedMap<String, String> fields(Entry entry, boolean accounts) {
        var fields = new TreeMap<>(entry.fields());
        if (!accounts) {
            for (var field : fields.entrySet()) {
                if (ACCOUNT_NUMBER.matcher(field.getKey()).find()) {
                    field.setValue(MaskedAccount.of(field.getValue()).text());
                }
            }
        }
        return fields;
    }

    /// Returns the name of the export with its range of days. The name also tells if the export is filtered.
    private static String fileName(Query query) {
        boolean narrowed = Stream.of("actor", "action", "subject")
                .anyMatch(name -> query.text(name).isPresent());
        return Stream.concat(
                        Stream.of(narrowed ? "audit-part" : "audit"),
                        Stream.of("from", "until")
                                .flatMap(name -> day(query, name).map(day -> name + "-" + day).stream()))
                .collect(Collectors.joining("-"));
    }

    /// Page of the audit log.
    ///
    /// @param emails email addresses of known users, by id
    /// @param accounts true if the visitor may see full account numbers
    public record Log(
            Frame frame,
            Texts texts,
            Formats formats,
            Map<String, String> chosen,
            List<Audits.AuditActor> actors,
            Map<UUID, String> emails,
            List<Entry> entries,
            Pager pager,
            boolean accounts) {
        public SortedMap<String, String> fields(Entry entry) {
            return AuditPages.fields(entry, accounts);
        }

        /// Returns a user's name with their email address, because several users may share a name.
        public String called(Audits.AuditActor person) {
            var email = emails.get(person.id());
            return email == null ? person.name() : person.name() + " (" + email + ")";
        }

        /// Returns the reason of an action, if one was given.
        public @Nullable String reason(Entry entry) {
            return entry.fields().get(OptionalReason.FIELD);
        }

        public @Nullable String email(Entry entry) {
            return emails.get(entry.action().actor().id());
        }
    }

    /// Navigation between pages.
    ///
    /// @param orMore true if counting stopped at the limit; older entries are found by day
    public record Pager(
            long total,
            boolean orMore,
            @Nullable Integer previous,
            @Nullable Integer next) {}
}
