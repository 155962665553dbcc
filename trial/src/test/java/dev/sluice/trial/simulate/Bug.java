package dev.sluice.trial.simulate;

import dev.sluice.trial.proof.Invariant;
import java.util.Set;

/// Bugs as people make them, each a small change of the service's source. A simulation that does not find them is worth
/// nothing.
enum Bug {
    SENT_AGAIN_WITHOUT_ASKING(
            "disbursement/DisbursementWorker",
            "(each.attempt() == 1 ? toSubmit : toAsk).add(each.ref())",
            "toSubmit.add(each.ref())",
            Invariant.NOTHING_SENT_BLINDLY),
    SILENCE_TAKEN_FOR_FAILURE(
            "disbursement/DisbursementState",
            "case Outcome.Unknown _ -> new Pending(Stage.UNKNOWN);",
            "case Outcome.Unknown _ -> new Failed(FailureCode.BANK_UNAVAILABLE, \"\", now);",
            Invariant.PAYOUTS_AGREE_WITH_RAIL,
            Invariant.BOOKS_AGREE_WITH_RAIL),
    RETURN_NOT_NOTICED(
            "disbursement/DisbursementState",
            "case Outcome.Returned returned -> new Reversed(returned.code(), returned.message(), now);\n"
                    + "                    case Outcome.Accepted _,",
            "case Outcome.Returned _ -> completed;\n                    case Outcome.Accepted _,",
            Invariant.PAYOUTS_AGREE_WITH_RAIL,
            Invariant.BOOKS_AGREE_WITH_RAIL),
    PAID_WITH_ITS_FEE(
            "disbursement/Disbursement",
            "                ref(),\n                amount,",
            "                ref(),\n                amount.plus(fee),",
            Invariant.ONLY_WHAT_WAS_ASKED_IS_PAID),
    FEE_KEPT_OF_WHAT_FAILED(
            "disbursement/Placement",
            "case FAILED, CANCELLED -> nowhere();",
            "case FAILED -> new Placement(Account.AVAILABLE, Account.HELD);\n            case CANCELLED -> nowhere();",
            Invariant.NOTHING_STAYS_HELD),
    KEY_NOT_REMEMBERED(
            "replay/Replays",
            ".filter(each -> !each.claim().isEmpty())",
            ".filter(each -> each.claim().isEmpty())",
            Invariant.NOTHING_HAPPENS_TWICE,
            Invariant.NOTHING_ACKNOWLEDGED_IS_LOST),
    REVERSAL_NOT_APPLIED(
            "deposit/DepositWorker",
            "return entry.reversed() ? Stream.of(receive, new Shelve(Ledger.HOUSE, entry, true)) : Stream.of(receive);",
            "return entry.reversed() ? Stream.empty() : Stream.of(receive);",
            Invariant.BOOKS_AGREE_WITH_RAIL),
    DEPOSITS_NEVER_EXPIRE(
            "deposit/DepositWorker",
            "deposits.due(clocks.instant(), BATCH_MAX)",
            "deposits.due(java.time.Instant.EPOCH, BATCH_MAX)",
            Invariant.EVERYTHING_ENDS),
    MONEY_THAT_FITS_NOTHING_IS_DROPPED(
            "deposit/DepositWorker",
            "return Stream.of(new Shelve(Ledger.HOUSE, entry, false));",
            "return Stream.empty();",
            Invariant.BOOKS_AGREE_WITH_RAIL),
    CONTRADICTION_NOT_KEPT(
            "disbursement/Transition",
            "            effects.discrepancies.add(found);\n",
            "",
            Invariant.CONTRADICTIONS_ARE_KEPT),
    FAILED_WEBHOOK_TAKEN_FOR_DELIVERED(
            "webhook/Courier",
            "if (reply.isSuccess()) {",
            "if (reply.statusCode() != null) {",
            Invariant.EVERY_EVENT_DELIVERED),
    EVENT_SKIPPED(
            "webhook/Intake",
            "long position = cursor.position();",
            "long position = cursor.position() + (cursor.position() % 7 == 6 ? 1 : 0);",
            Invariant.EVERY_EVENT_DELIVERED);

    private final String file;
    private final String right;
    private final String wrong;
    private final Set<Invariant> finds;

    Bug(String file, String right, String wrong, Invariant... finds) {
        this.file = file;
        this.right = right;
        this.wrong = wrong;
        this.finds = Set.of(finds);
    }

    /// The source that is changed.
    String file() {
        return "dev/sluice/" + file + ".java";
    }

    /// What a simulation that finds the bug says is broken: one of these at least.
    Set<Invariant> finds() {
        return finds;
    }

    /// Plants it.
    ///
    /// @throws AssertionError where the source is not as it was when the bug was thought of
    String plant(String source) {
        int at = source.indexOf(right);
        if (at < 0 || source.indexOf(right, at + 1) >= 0) {
            throw new AssertionError("%s: the source has changed; think of the bug again".formatted(name()));
        }
        return source.substring(0, at) + wrong + source.substring(at + right.length());
    }
}
