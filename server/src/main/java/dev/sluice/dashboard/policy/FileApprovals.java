package dev.sluice.dashboard.policy;

import dev.sluice.bulk.BulkFile;
import dev.sluice.bulk.Bulks;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Look;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Visit;
import dev.sluice.disbursement.Approvals;
import dev.sluice.disbursement.Approvals.Misnamed;
import dev.sluice.disbursement.Approvals.Reviewed;
import dev.sluice.disbursement.Approvals.Sum;
import dev.sluice.http.Answer;
import dev.sluice.page.Texts;
import dev.sluice.refusal.Refusal;
import dev.sluice.sheet.file.SentFile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Payouts of a file that wait for an approval: looked at by their sums, and decided on all at once.
public final class FileApprovals {
    static final String PATH = ApprovalPages.PATH + "/files/{id}";

    private static final int MISNAMED_SHOWN = 50;
    private static final int GROUPS_MAX = 1_000;

    private final Approvals approvals;
    private final Bulks bulks;

    FileApprovals(Approvals approvals, Bulks bulks) {
        this.approvals = approvals;
        this.bulks = bulks;
    }

    /// A file and how many of its payouts wait.
    public record Waiting(BulkFile file, long payouts) {}

    /// Files of which payouts wait.
    ///
    /// @param more whether payouts wait in so many groups that some of their files may be left out
    public record Files(List<Waiting> waiting, boolean more) {
        static final Files NONE = new Files(List.of(), false);

        public Files {
            waiting = List.copyOf(waiting);
        }

        /// In so many groups they are looked for.
        public int most() {
            return GROUPS_MAX;
        }
    }

    /// The files of which payouts wait, the oldest first.
    Files waiting(UUID organizationId) {
        var groups = approvals.waitingByGroup(organizationId, GROUPS_MAX + 1);
        var counts = new HashMap<UUID, Waiting>();
        for (Map.Entry<UUID, BulkFile> each :
                bulks.ofGroups(organizationId, groups.keySet()).entrySet()) {
            long waiting = groups.getOrDefault(each.getKey(), 0L);
            counts.merge(
                    each.getValue().id(),
                    new Waiting(each.getValue(), waiting),
                    (one, other) -> new Waiting(one.file(), one.payouts() + other.payouts()));
        }
        var all = new ArrayList<>(counts.values());
        all.sort((one, other) -> one.file().id().compareTo(other.file().id()));
        return new Files(all, groups.size() > GROUPS_MAX);
    }

    Answer show(Visit visit) {
        return show(visit, file(visit), 200, "", null);
    }

    private BulkFile file(Visit visit) {
        var id = visit.request().id("id", Refusal.NOT_FOUND);
        return bulks.files()
                .find(visit.visitor().organizationId(), id)
                .filter(file -> file.state() != SentFile.State.READ)
                .orElseThrow(Refusal.NOT_FOUND::refused);
    }

    private Answer show(Visit visit, BulkFile file, int status, String reason, @Nullable String problem) {
        var texts = visit.texts(ApprovalPages.BUNDLE);
        var groups = bulks.groups(file);
        return visit.page(
                status,
                "dashboard/policy/file.jte",
                Section.APPROVALS,
                file.name(),
                frame -> new Shown(
                        frame,
                        texts,
                        visit.look(),
                        file,
                        approvals.sums(file.organizationId(), groups),
                        approvals.misnamed(file.organizationId(), groups, MISNAMED_SHOWN),
                        visit.visitor().user().id(),
                        reason,
                        problem));
    }

    /// Decides on what somebody has seen: nothing comes to a file that is done, so that what waits is that or less.
    Answer decide(Visit visit, boolean approved) {
        var texts = visit.texts(ApprovalPages.BUNDLE);
        var file = file(visit);
        var verdict = Verdict.of(visit, approved);
        var fault = verdict.fault(texts);
        if (fault.isPresent()) {
            return show(visit, file, 400, verdict.reason(), fault.get());
        }
        if (file.state() != SentFile.State.DONE) {
            return show(visit, file, 409, verdict.reason(), texts.get("fileUnderWay"));
        }
        var reviewed = approvals.reviewAll(file.organizationId(), bulks.groups(file), verdict.word(visit));
        if (reviewed.equals(Reviewed.NOTHING)) {
            return show(visit, file, 409, verdict.reason(), texts.get("fileNothing"));
        }
        if (reviewed.why().isEmpty()) {
            return visit.goTo(ApprovalPages.PATH, verdict.notice(texts, reviewed.decided()));
        }
        var told = texts.get("notAll", reviewed.decided(), reviewed.refused()) + " "
                + Verdict.why(texts, reviewed.why().stream());
        // What was decided is done, and stands in the audit log as done.
        return reviewed.decided() > 0
                ? visit.goToWarned(PATH.replace("{id}", file.id().toString()), told)
                : show(visit, file, 409, verdict.reason(), told);
    }

    /// What waits of a file.
    ///
    /// @param misnamed those whose account has another name at the bank
    /// @param self who looks, and does not decide on what they sent or confirmed
    /// @param reason as it was sent
    public record Shown(
            Frame frame,
            Texts texts,
            Look look,
            BulkFile file,
            List<Sum> sums,
            Misnamed misnamed,
            UUID self,
            String reason,
            @Nullable String problem) {
        public Shown {
            sums = List.copyOf(sums);
        }

        public String path() {
            return ApprovalPages.PATH + "/files/" + file.id();
        }

        public boolean isUnderWay() {
            return file.state() != SentFile.State.DONE;
        }

        public boolean isOwn() {
            var by = file.confirmedBy();
            return file.createdBy().id().equals(self) || (by != null && by.id().equals(self));
        }
    }
}
