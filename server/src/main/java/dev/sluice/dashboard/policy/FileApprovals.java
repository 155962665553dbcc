package dev.sluice.dashboard.policy;

import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Section;
import dev.sluice.disbursement.approval.Approvals;
import dev.sluice.disbursement.approval.Approvals.NameMismatches;
import dev.sluice.disbursement.approval.Approvals.Reviewed;
import dev.sluice.disbursement.approval.Approvals.Sum;
import dev.sluice.disbursement.approval.Approvals.Summary;
import dev.sluice.fileimport.ImportFile;
import dev.sluice.fileimport.payout.PayoutFiles;
import dev.sluice.http.Answer;
import dev.sluice.page.Texts;
import dev.sluice.refusal.Refusal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Approval of all payouts of a file at once, by their totals.
public final class FileApprovals {
    static final String PATH = ApprovalPages.PATH + "/files/{id}";

    private static final int PAYOUTS_SHOWN = 50;
    private static final int GROUPS_MAX = 1_000;

    private final Approvals approvals;
    private final PayoutFiles payoutFiles;

    FileApprovals(Approvals approvals, PayoutFiles payoutFiles) {
        this.approvals = approvals;
        this.payoutFiles = payoutFiles;
    }

    /// File with the number of payouts that need an approval.
    public record Waiting(ImportFile file, long payouts) {}

    /// Files with payouts that need an approval.
    ///
    /// @param more true if too many groups need an approval, so that some of their files may be missing
    public record Files(List<Waiting> waiting, boolean more) {
        static final Files NONE = new Files(List.of(), false);

        public Files {
            waiting = List.copyOf(waiting);
        }

        /// Returns the maximum number of groups that are searched.
        public int most() {
            return GROUPS_MAX;
        }
    }

    /// Returns the files with payouts that need an approval, oldest first.
    Files waiting(UUID organizationId) {
        var groups = approvals.waitingByGroup(organizationId, GROUPS_MAX + 1);
        var counts = new HashMap<UUID, Waiting>();
        for (Map.Entry<UUID, ImportFile> each : payoutFiles
                .imports()
                .files()
                .ofGroups(organizationId, groups.keySet())
                .entrySet()) {
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

    Answer show(PageContext context) {
        return show(context, file(context), 200, "", null);
    }

    private ImportFile file(PageContext context) {
        var id = context.request().id("id", Refusal.NOT_FOUND);
        return payoutFiles
                .imports()
                .files()
                .find(context.visitor().organizationId(), id)
                .filter(file -> file.state() != ImportFile.State.READ)
                .orElseThrow(Refusal.NOT_FOUND::refused);
    }

    private Answer show(PageContext context, ImportFile file, int status, String reason, @Nullable String problem) {
        var texts = context.texts(ApprovalPages.BUNDLE);
        var groups = payoutFiles.groups(file);
        return context.page(
                status,
                "dashboard/policy/file.jte",
                Section.APPROVALS,
                file.name(),
                frame -> new FileApprovalsPage(
                        frame,
                        texts,
                        context.formats(),
                        file,
                        approvals.summary(file.organizationId(), groups, PAYOUTS_SHOWN),
                        context.visitor().user().id(),
                        reason,
                        problem));
    }

    /// Decides on the payouts that the visitor has seen. A finished file gets no new payouts, so that at most
    /// those still need an approval.
    Answer decide(PageContext context, boolean approved) {
        var texts = context.texts(ApprovalPages.BUNDLE);
        var file = file(context);
        var decision = DecisionForm.of(context, approved);
        var fault = decision.fault(texts);
        if (fault.isPresent()) {
            return show(context, file, 400, decision.reason(), fault.get());
        }
        if (file.state() != ImportFile.State.DONE) {
            return show(context, file, 409, decision.reason(), texts.get("fileUnderWay"));
        }
        var reviewed = approvals.reviewAll(file.organizationId(), payoutFiles.groups(file), decision.decision(context));
        if (reviewed.equals(Reviewed.NOTHING)) {
            return show(context, file, 409, decision.reason(), texts.get("fileNothing"));
        }
        if (reviewed.refusals().isEmpty()) {
            return context.redirect(ApprovalPages.PATH, decision.notice(texts, reviewed.decided()));
        }
        var told = texts.get("notAll", reviewed.decided(), reviewed.refused()) + " "
                + DecisionForm.reasons(texts, reviewed.refusals().stream());
        // Some payouts are decided, so the response is a success and the audit log records one.
        return reviewed.decided() > 0
                ? context.redirectWithWarning(PATH.replace("{id}", file.id().toString()), told)
                : show(context, file, 409, decision.reason(), told);
    }

    /// Page of a file's payouts that need an approval.
    ///
    /// @param summary totals, misnamed payouts, and ids of payouts whose records were changed
    /// @param self id of the visitor, who may not decide on files that they sent or confirmed
    /// @param reason reason in the sent form
    public record FileApprovalsPage(
            Frame frame,
            Texts texts,
            Formats formats,
            ImportFile file,
            Summary summary,
            UUID self,
            String reason,
            @Nullable String problem) {
        public List<Sum> sums() {
            return summary.sums();
        }

        public NameMismatches nameMismatches() {
            return summary.nameMismatches();
        }

        public String path() {
            return ApprovalPages.PATH + "/files/" + file.id();
        }

        public boolean isUnderWay() {
            return file.state() != ImportFile.State.DONE;
        }

        public boolean isOwn() {
            var by = file.confirmedBy();
            return file.createdBy().id().equals(self) || (by != null && by.id().equals(self));
        }
    }
}
