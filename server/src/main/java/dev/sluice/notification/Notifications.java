package dev.sluice.notification;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.http.Page;
import dev.sluice.ledger.Ledger;
import dev.sluice.vault.Vault;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// Notices of organizations and of operators. Events close together share a notice: it stays open until its mail is
/// due, and grows.
public final class Notifications {
    /// Owner of the operators' notices: the house, as it has no users.
    public static final UUID OPERATORS = Ledger.PLATFORM;

    /// Maximum number of listed subjects.
    public static final int NAMED_MAX = 10;

    /// A bell that counts more says no more.
    public static final int UNREAD_MAX = 100;

    /// Delay of a mail, to gather the events that follow at once.
    static final Duration GATHERED = Duration.ofMinutes(1);

    /// Minimum time between two mails of a kind.
    static final Duration PAUSE = Duration.ofMinutes(15);

    /// Notices are forgotten after this time.
    static final Duration KEPT = Duration.ofDays(90);

    private static final String PURPOSE = "notification";
    private static final int SWEPT_MAX = 1_000;

    /// Maximum number of reports per transaction.
    private static final int REPORTS_MAX = 1_000;

    private final Database database;
    private final Vault vault;
    private final Clocks clocks;

    private Notifications(Database database, Vault vault, Clocks clocks) {
        this.database = database;
        this.vault = vault;
        this.clocks = clocks;
    }

    public static Notifications wire(Database database, Vault vault, Clocks clocks) {
        return new Notifications(database, vault, clocks);
    }

    /// Creates a notice for an organization, in the transaction of its cause. The dashboard shows it at once.
    /// Users with mail for its kind get one a minute later, or at least a quarter of an hour after the last mail
    /// of the kind. A transaction with several organizations creates their notices in the order of the ids.
    public void create(Tx tx, UUID organizationId, Kind kind, Subject subject) {
        create(tx, organizationId, kind, List.of(subject), 1);
    }

    /// Creates a notice with many subjects at once.
    ///
    /// @param subjects at least one; beyond the listed ones, only the number matters
    /// @param count total number of subjects
    public void create(Tx tx, UUID organizationId, Kind kind, List<Subject> subjects, int count) {
        var now = clocks.instant();
        while (true) {
            var open = NotificationStore.lockOpen(tx, organizationId, kind);
            if (open.isPresent()) {
                var before = open.get();
                var named = new ArrayList<>(subjects(before));
                named.addAll(subjects);
                NotificationStore.grow(
                        tx, row(before.organizationId(), before.id(), kind, before.count() + count, named, now));
                return;
            }
            if (NotificationStore.insert(
                    tx,
                    row(organizationId, clocks.newId(), kind, count, subjects, now),
                    mailAt(tx, organizationId, kind, now))) {
                return;
            }
        }
    }

    /// Reports something to operators, in the transaction of its cause. All organizations share the operators'
    /// notices. Payments therefore only add a row without waiting for a lock, and a worker creates the notice from
    /// it, once.
    public void report(Tx tx, Kind kind, List<Subject> subjects) {
        if (!kind.isForOperators()) {
            throw new IllegalArgumentException(kind + " is not for operators");
        }
        ReportStore.insert(
                tx,
                subjects.stream()
                        .map(each -> new ReportStore.Row(
                                OPERATORS,
                                clocks.newId(),
                                kind,
                                vault.seal(OPERATORS, PURPOSE, Subject.written(List.of(each)))))
                        .toList());
    }

    /// Creates notices from reports, and deletes the reports in the same transaction; returns true if there may be
    /// more. Several nodes take different reports.
    boolean gather() {
        return database.inTx(tx -> {
            var taken = ReportStore.take(tx, OPERATORS, REPORTS_MAX);
            var byKind = new EnumMap<Kind, List<ReportStore.Row>>(Kind.class);
            taken.forEach(each ->
                    byKind.computeIfAbsent(each.kind(), _ -> new ArrayList<>()).add(each));
            byKind.forEach((kind, reports) -> {
                var named = reports.stream()
                        .limit(NAMED_MAX)
                        .flatMap(each -> subjects(OPERATORS, each.sealed()).stream())
                        .toList();
                create(tx, OPERATORS, kind, named, reports.size());
            });
            return taken.size() == REPORTS_MAX;
        });
    }

    private NotificationStore.Row row(
            UUID organizationId, UUID id, Kind kind, int count, List<Subject> subjects, Instant now) {
        var named = subjects.subList(0, Math.min(subjects.size(), NAMED_MAX));
        return new NotificationStore.Row(
                organizationId,
                id,
                kind,
                count,
                vault.seal(organizationId, PURPOSE, Subject.written(named)),
                now,
                true);
    }

    private static Instant mailAt(Tx tx, UUID organizationId, Kind kind, Instant now) {
        var soon = now.plus(GATHERED);
        return NotificationStore.lastMailed(tx, organizationId, kind)
                .map(last -> last.plus(PAUSE))
                .filter(soon::isBefore)
                .orElse(soon);
    }

    /// Returns one page of notices, unread ones first, then the newest.
    public Page<Notification> page(Reader reader, Page.Request page) {
        return database.browse(handle -> new Page<>(
                NotificationStore.page(handle, reader, page.limit(), page.offset()).stream()
                        .map(this::opened)
                        .toList(),
                NotificationStore.count(handle, reader),
                page));
    }

    /// Returns the number of a reader's unread notices, at most [#UNREAD_MAX].
    public int unread(Reader reader) {
        return reader.hasKinds() ? database.read(handle -> NotificationStore.unread(handle, reader, UNREAD_MAX)) : 0;
    }

    /// Returns the time of the latest notice of each organization; organizations without notices are missing.
    public Map<UUID, Instant> latest(List<UUID> organizations) {
        return database.read(handle -> NotificationStore.latest(handle, organizations));
    }

    /// Returns the time of a reader's latest notice; nothing if there is none.
    public Optional<Instant> latest(Reader reader) {
        return database.browse(handle -> NotificationStore.latest(handle, reader));
    }

    /// Marks a notice as read. A notice that does not exist, or is not visible to the reader, is ignored.
    ///
    /// @param until time at which it was last shown: a notice that has grown since stays unread
    public void read(Reader reader, UUID id, Optional<Instant> until) {
        database.run(tx -> NotificationStore.read(tx, reader, Optional.of(id), until));
    }

    /// Marks all notices as read, except those with subjects after a time.
    public void readAll(Reader reader, Optional<Instant> until) {
        database.run(tx -> NotificationStore.read(tx, reader, Optional.empty(), until));
    }

    /// Deletes old notices; returns true if there may be more.
    boolean deleteExpired() {
        return database.inTx(tx ->
                        NotificationStore.deleteExpired(tx, clocks.instant().minus(KEPT), SWEPT_MAX))
                == SWEPT_MAX;
    }

    Notification opened(NotificationStore.Row row) {
        return new Notification(
                row.organizationId(), row.id(), row.kind(), row.count(), subjects(row), row.latestAt(), row.unread());
    }

    private List<Subject> subjects(NotificationStore.Row row) {
        return subjects(row.organizationId(), row.sealed());
    }

    private List<Subject> subjects(UUID organizationId, byte[] sealed) {
        return Subject.read(vault.open(organizationId, PURPOSE, sealed));
    }
}
