package dev.sluice.resilience.simulate;

import dev.sluice.db.Database;
import dev.sluice.merchant.Organization;
import dev.sluice.resilience.proof.Findings;
import dev.sluice.resilience.proof.Invariant;
import dev.sluice.resilience.simulate.GlanceStore.Glance;
import dev.sluice.resilience.simulate.GlanceStore.Heard;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/// Verifies the invariants of running work after each step: the sum of all books, the transfers of payments with new
/// events, and everything that was acknowledged in the step.
final class InvariantChecker {
    private final Findings findings;
    private final GlanceStore store;
    private final Programs programs;
    private final Trace trace;
    /// Last checked position of each feed.
    private final Map<UUID, Long> watched = new LinkedHashMap<>();

    InvariantChecker(
            Findings findings, Database database, Programs programs, Trace trace, List<Organization> merchants) {
        this.findings = findings;
        this.store = new GlanceStore(database);
        this.programs = programs;
        this.trace = trace;
        merchants.forEach(merchant -> watched.put(merchant.id(), 0L));
    }

    /// Returns the last checked position of an organization's feed.
    long watched(UUID organization) {
        return watched.getOrDefault(organization, 0L);
    }

    void look() {
        var heard = programs.responses();
        heard.forEach(requested -> trace.add(requested.number + " made " + requested.ids));
        var seen = store.look(
                watched,
                heard.stream()
                        .flatMap(requested -> requested.ids.stream()
                                .map(id -> new Heard(requested.organization.id(), UUID.fromString(id))))
                        .toList());
        findings.unless(
                seen.unbalanced().isEmpty(),
                Invariant.BOOKS_SUM_TO_ZERO,
                seen.unbalanced().toString());
        findings.unless(
                seen.overdrawn().isEmpty(), Invariant.NO_OVERDRAFT, "accounts are below zero: " + seen.overdrawn());
        watched.replaceAll((merchant, before) -> placed(merchant, before, seen));
        heard.forEach(requested -> requested.ids.forEach(id -> there(requested, UUID.fromString(id), seen)));
    }

    /// Verifies the transfers of payments with new events.
    private long placed(UUID merchant, long before, Glance seen) {
        long now = seen.positions().getOrDefault(merchant, 0L);
        if (now > before) {
            var misplaced = seen.misplaced().getOrDefault(merchant, List.of());
            findings.unless(misplaced.isEmpty(), Invariant.BOOKS_PROVED, misplaced.toString());
        }
        return Math.max(now, before);
    }

    /// Verifies that an acknowledged object exists in a permitted status.
    private void there(RecordedRequest requested, UUID id, Glance seen) {
        var status = seen.there().getOrDefault(requested.kind.created, Map.of()).get(id);
        findings.unless(
                status != null && allows(requested, status),
                Invariant.NOTHING_ACKNOWLEDGED_IS_LOST,
                "%s %s of request %d, which was answered, is %s"
                        .formatted(
                                requested.kind.created, id, requested.number, status == null ? "not there" : status));
    }

    /// A cancelled object stays cancelled, except a deposit that is paid nevertheless. Others may change.
    private static boolean allows(RecordedRequest requested, String status) {
        if (!requested.status.equals("cancelled")) {
            return true;
        }
        return requested.kind == RecordedRequest.Kind.CANCEL_DEPOSIT
                ? Set.of("cancelled", "completed").contains(status)
                : status.equals("cancelled");
    }
}
