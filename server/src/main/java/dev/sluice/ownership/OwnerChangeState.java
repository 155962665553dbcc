package dev.sluice.ownership;

import dev.sluice.ownership.OwnerChangeStep.Approved;
import dev.sluice.ownership.OwnerChangeStep.NoticeChannel;
import dev.sluice.ownership.OwnerChangeStep.Objected;
import dev.sluice.ownership.OwnerChangeStep.OwnerTold;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/// State of a change. Each variant carries exactly the data known in it.
public sealed interface OwnerChangeState {
    /// Minimum time that an owner has for an objection after they were told of a change; the waiting time if that
    /// is shorter.
    Duration OBJECTION_MIN = Duration.ofHours(24);

    /// Waiting for its due time, for approvals, and for an owner to be told.
    ///
    /// @param dueAt earliest time of its effect
    /// @param lapsesAt time at which it lapses unless it was approved
    /// @param approvals those that count
    /// @param notified how the first owner was told; empty while none was
    record Waiting(
            Instant dueAt,
            Instant lapsesAt,
            List<Approved> approvals,
            List<Objected> objections,
            Optional<OwnerTold> notified)
            implements OwnerChangeState {
        public Waiting {
            approvals = List.copyOf(approvals);
            objections = List.copyOf(objections);
        }

        /// Begins a waiting time.
        static Waiting from(Instant start, Duration waitingTime) {
            return new Waiting(
                    start.plus(waitingTime),
                    start.plus(OwnerChangeRequest.APPROVAL_PERIOD),
                    List.of(),
                    List.of(),
                    Optional.empty());
        }

        /// Number of required approvals: one by a second person; two after an objection.
        public int approvalsNeeded() {
            return objections.isEmpty() ? 1 : 2;
        }

        public boolean isApproved() {
            return approvals.size() >= approvalsNeeded();
        }

        /// An owner who knows nothing of a change cannot object to it, so that it is not ready before one was
        /// told.
        public boolean isReady(Instant now) {
            return isApproved() && notified.isPresent() && !now.isBefore(dueAt);
        }

        boolean isLapsed(Instant now) {
            return !now.isBefore(lapsesAt);
        }

        private Waiting approved(Approved approval) {
            return new Waiting(dueAt, lapsesAt, with(approvals, approval), objections, notified);
        }

        /// The first objection restarts the waiting time, and cancels all earlier approvals.
        private Waiting objected(Objected objection, Duration waitingTime) {
            var all = with(objections, objection);
            var restarted = from(objection.at(), waitingTime);
            var known = notified.or(
                    () -> Optional.of(new OwnerTold(objection.at(), NoticeChannel.SEEN, objection.by(), "")));
            return objections.isEmpty()
                    ? new Waiting(restarted.dueAt, restarted.lapsesAt, List.of(), all, known)
                    : new Waiting(dueAt, lapsesAt, approvals, all, known);
        }

        /// The first owner who is told late still has time to object.
        private Waiting notified(OwnerTold notice, Duration waitingTime) {
            if (notified.isPresent()) {
                return this;
            }
            var shortest = waitingTime.compareTo(OBJECTION_MIN) < 0 ? waitingTime : OBJECTION_MIN;
            var earliest = notice.at().plus(shortest);
            var due = earliest.isAfter(dueAt) ? earliest : dueAt;
            return new Waiting(due, lapsesAt, approvals, objections, Optional.of(notice));
        }

        private static <T> List<T> with(List<T> all, T another) {
            return Stream.concat(all.stream(), Stream.of(another)).toList();
        }
    }

    record Done(Instant at) implements OwnerChangeState {}

    /// Due, but impossible.
    ///
    /// @param reason key of a text
    record Failed(Instant at, String reason) implements OwnerChangeState {}

    record Withdrawn(Instant at, Participant by, String reason) implements OwnerChangeState {}

    record Lapsed(Instant at) implements OwnerChangeState {}

    /// Name of the state, used in text keys.
    default String kind() {
        return switch (this) {
            case Waiting waiting when waiting.isApproved() -> "APPROVED";
            case Waiting waiting when !waiting.objections().isEmpty() -> "OBJECTED";
            case Waiting _ -> "WAITING";
            case Done _ -> "DONE";
            case Failed _ -> "FAILED";
            case Withdrawn _ -> "WITHDRAWN";
            case Lapsed _ -> "LAPSED";
        };
    }

    /// Returns the state after a step.
    ///
    /// @throws IllegalArgumentException if the state is final
    default OwnerChangeState after(OwnerChangeStep step, Duration waitingTime) {
        if (!(this instanceof Waiting waiting)) {
            throw new IllegalArgumentException("a step after the end");
        }
        return switch (step) {
            case Approved approval -> waiting.approved(approval);
            case Objected objection -> waiting.objected(objection, waitingTime);
            case OwnerTold notice -> waiting.notified(notice, waitingTime);
            case OwnerChangeStep.Withdrawn(var at, var by, var reason) -> new Withdrawn(at, by, reason);
            case OwnerChangeStep.Done(var at) -> new Done(at);
            case OwnerChangeStep.Failed(var at, var cause) -> new Failed(at, cause);
            case OwnerChangeStep.Lapsed(var at) -> new Lapsed(at);
        };
    }

    /// Validates an approval. Before an objection, one person other than the requester approves, at any time;
    /// after it two approve, each once the restarted waiting time is over. The command line approves if there is
    /// at most one operator. An account created after the request cannot approve.
    ///
    /// @param operators current number of operators with access
    default OwnerChangeResult approval(OwnerChangeRequest request, Participant by, int operators, Instant now) {
        if (!(this instanceof Waiting waiting) || waiting.isLapsed(now)) {
            return OwnerChangeResult.NOT_PENDING;
        }
        boolean objected = !waiting.objections().isEmpty();
        boolean nobodyElse = by.isCommandLine() && request.operators() == 0 && operators == 0;
        if (by.isCommandLine() && Math.max(request.operators(), operators) > 1) {
            return OwnerChangeResult.OTHER_OPERATORS;
        }
        if (by.isNewerThan(request.requestedAt())) {
            return OwnerChangeResult.TOO_NEW;
        }
        if (waiting.approvals().stream().anyMatch(each -> each.by().isSame(by))) {
            return OwnerChangeResult.ALREADY_DECIDED;
        }
        if (!objected && by.isSame(request.requester()) && !nobodyElse) {
            return OwnerChangeResult.OWN_REQUEST;
        }
        return objected && now.isBefore(waiting.dueAt()) ? OwnerChangeResult.TOO_EARLY : OwnerChangeResult.DONE;
    }

    /// Validates an objection: each owner objects once.
    default OwnerChangeResult objection(UUID owner) {
        if (!(this instanceof Waiting waiting)) {
            return OwnerChangeResult.NOT_PENDING;
        }
        return waiting.objections().stream().anyMatch(each -> each.by().id().equals(owner))
                ? OwnerChangeResult.ALREADY_DECIDED
                : OwnerChangeResult.DONE;
    }
}
