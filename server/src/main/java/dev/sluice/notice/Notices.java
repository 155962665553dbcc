package dev.sluice.notice;

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

/// The notices of organizations, and of operators. What happens close together is told together: a notice is open
/// until its mail is due, and grows.
public final class Notices {
    /// Whose notices those of operators are: the house's, which has no people.
    public static final UUID OPERATORS = Ledger.HOUSE;

    /// How many subjects a notice names.
    public static final int NAMED_MAX = 10;

    /// A bell that counts more says no more.
    public static final int UNREAD_MAX = 100;

    /// A mail waits for what may follow at once.
    static final Duration GATHERED = Duration.ofMinutes(1);

    /// From one mail of a kind to the next.
    static final Duration PAUSE = Duration.ofMinutes(15);

    /// Notices are forgotten after this time.
    static final Duration KEPT = Duration.ofDays(90);

    private static final String PURPOSE = "notice";
    private static final int SWEPT_MAX = 1_000;

    /// How many reports are gathered in one transaction.
    private static final int REPORTS_MAX = 1_000;

    private final Database database;
    private final Vault vault;
    private final Clocks clocks;

    private Notices(Database database, Vault vault, Clocks clocks) {
        this.database = database;
        this.vault = vault;
        this.clocks = clocks;
    }

    public static Notices wire(Database database, Vault vault, Clocks clocks) {
        return new Notices(database, vault, clocks);
    }

    /// Tells an organization of something, in the transaction of what it tells. The dashboard shows it at once.
    /// Those who want that get a mail a minute later, or once a quarter of an hour has passed since the last mail
    /// of its kind. Several organizations are told in one transaction in the order of their ids.
    public void tell(Tx tx, UUID organizationId, Kind kind, Subject subject) {
        tell(tx, organizationId, kind, List.of(subject), 1);
    }

    /// The same of many at once.
    ///
    /// @param subjects at least one; of those that a notice would not name, only the number matters
    /// @param count how many there are in all
    public void tell(Tx tx, UUID organizationId, Kind kind, List<Subject> subjects, int count) {
        var now = clocks.instant();
        while (true) {
            var open = NoticeStore.lockOpen(tx, organizationId, kind);
            if (open.isPresent()) {
                var before = open.get();
                var named = new ArrayList<>(subjects(before));
                named.addAll(subjects);
                NoticeStore.grow(
                        tx, row(before.organizationId(), before.id(), kind, before.count() + count, named, now));
                return;
            }
            if (NoticeStore.insert(
                    tx,
                    row(organizationId, clocks.newId(), kind, count, subjects, now),
                    mailAt(tx, organizationId, kind, now))) {
                return;
            }
        }
    }

    /// Reports something to operators, in the transaction of what it tells. Their notices are one for all
    /// organizations, so whoever makes payments only adds a row, and waits for nobody: a worker tells it, once.
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

    /// Tells what was reported, and forgets the reports in the same transaction; true where there may be more.
    /// Several nodes take different ones.
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
                tell(tx, OPERATORS, kind, named, reports.size());
            });
            return taken.size() == REPORTS_MAX;
        });
    }

    private NoticeStore.Row row(
            UUID organizationId, UUID id, Kind kind, int count, List<Subject> subjects, Instant now) {
        var named = subjects.subList(0, Math.min(subjects.size(), NAMED_MAX));
        return new NoticeStore.Row(
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
        return NoticeStore.lastMailed(tx, organizationId, kind)
                .map(last -> last.plus(PAUSE))
                .filter(soon::isBefore)
                .orElse(soon);
    }

    /// One page of them, unread ones first, then the newest.
    public Page<Notice> page(Reader reader, Page.Request page) {
        return database.browse(handle -> new Page<>(
                NoticeStore.page(handle, reader, page.limit(), page.offset()).stream()
                        .map(this::opened)
                        .toList(),
                NoticeStore.count(handle, reader),
                page));
    }

    /// How many somebody has not read, [#UNREAD_MAX] at most.
    public int unread(Reader reader) {
        return reader.mayBeTold() ? database.read(handle -> NoticeStore.unread(handle, reader, UNREAD_MAX)) : 0;
    }

    /// When each of some organizations was last told something; nothing where it never was.
    public Map<UUID, Instant> latest(List<UUID> organizations) {
        return database.read(handle -> NoticeStore.latest(handle, organizations));
    }

    /// When somebody was last told something; nothing where they never were.
    public Optional<Instant> latest(Reader reader) {
        return database.browse(handle -> NoticeStore.latest(handle, reader));
    }

    /// Notes that somebody has read a notice. One that is not there, or not for them, is nothing to read.
    ///
    /// @param until when they were shown it last: one that has grown since stays unread
    public void read(Reader reader, UUID id, Optional<Instant> until) {
        database.run(tx -> NoticeStore.read(tx, reader, Optional.of(id), until));
    }

    /// The same of all, but for those of which something came later than a moment.
    public void readAll(Reader reader, Optional<Instant> until) {
        database.run(tx -> NoticeStore.read(tx, reader, Optional.empty(), until));
    }

    /// Forgets old ones; true where there may be more.
    boolean sweep() {
        return database.inTx(tx -> NoticeStore.sweep(tx, clocks.instant().minus(KEPT), SWEPT_MAX)) == SWEPT_MAX;
    }

    Notice opened(NoticeStore.Row row) {
        return new Notice(
                row.organizationId(), row.id(), row.kind(), row.count(), subjects(row), row.latestAt(), row.unread());
    }

    private List<Subject> subjects(NoticeStore.Row row) {
        return subjects(row.organizationId(), row.sealed());
    }

    private List<Subject> subjects(UUID organizationId, byte[] sealed) {
        return Subject.read(vault.open(organizationId, PURPOSE, sealed));
    }
}
