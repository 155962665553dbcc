package dev.sluice.resilience.simulate;

import dev.sluice.resilience.proof.Invariant;
import java.util.List;
import java.util.Set;

/// Realistic bugs, each a small change of the service's source. The simulation has to find all of them.
enum Bug {
    SENT_AGAIN_WITHOUT_ASKING(
            "disbursement/DisbursementWorker",
            ".filter(each -> each.isFirst() || unseen.contains(each.ref()))",
            "",
            Invariant.NOTHING_SENT_BLINDLY),
    SILENCE_TAKEN_FOR_FAILURE(
            "disbursement/DisbursementState",
            "case Outcome.Unknown _ -> new Pending(Stage.UNKNOWN);",
            "case Outcome.Unknown _ -> new Failed(FailureCode.BANK_UNAVAILABLE, \"\", now);",
            Invariant.PAYOUTS_AGREE_WITH_RAIL),
    RETURN_NOT_NOTICED(
            "disbursement/DisbursementState",
            "case Outcome.Returned returned -> reversed(returned, now);\n"
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
            "disbursement/lane/Placement",
            "case FAILED, CANCELLED -> nowhere();",
            "case FAILED -> new Placement(Account.AVAILABLE, Account.HELD);\n            case CANCELLED -> nowhere();",
            Invariant.BOOKS_PROVED),
    KEY_NOT_REMEMBERED(
            "idempotency/IdempotentRequests",
            ".filter(each -> !each.claim().isEmpty())",
            ".filter(each -> each.claim().isEmpty())",
            Invariant.NOTHING_HAPPENS_TWICE),
    REVERSAL_NOT_APPLIED(
            "deposit/DepositWorker",
            ".map(entry -> command(entry, routes, consequences))",
            ".filter(entry -> !entry.reversed()).map(entry -> command(entry, routes, consequences))",
            Invariant.BOOKS_AGREE_WITH_RAIL),
    DEPOSITS_NEVER_EXPIRE(
            "deposit/DepositWorker",
            "deposits.due(limit)",
            "deposits.due(limit).subList(0, 0)",
            Invariant.EVERYTHING_ENDS),
    MONEY_THAT_FITS_NOTHING_IS_DROPPED(
            "deposit/DepositWorker",
            ".map(entry -> command(entry, routes, consequences))",
            ".filter(entry -> routes.containsKey(destination(entry)))"
                    + ".map(entry -> command(entry, routes, consequences))",
            Invariant.BOOKS_AGREE_WITH_RAIL),
    CONTRADICTION_NOT_KEPT(
            Bug.OTHER_SEED,
            "disbursement/lane/Transition",
            "            writes.discrepancies.putIfAbsent(payout.ref(), discrepancy);\n",
            "",
            Invariant.CONTRADICTIONS_ARE_KEPT),
    FAILED_WEBHOOK_TAKEN_FOR_DELIVERED(
            "webhook/delivery/WebhookDispatcher",
            "if (reply.isSuccess()) {",
            "if (reply.statusCode() != null) {",
            Invariant.EVERY_EVENT_DELIVERED),
    EVENT_SKIPPED(
            "webhook/delivery/DeliveryClaimer",
            "long position = cursor.position();",
            "long position = cursor.position() + (cursor.position() % 7 == 6 ? 1 : 0);",
            Invariant.EVERY_EVENT_DELIVERED),
    FEE_EARNED_BY_NOBODY(
            "ledger/LockedAccounts",
            "credit.to(credit.units().add(units),",
            "credit.to(transfer.credit().equals(Account.FEES) ? credit.units() : credit.units().add(units),",
            Invariant.BOOKS_SUM_TO_ZERO),
    BALANCE_NEVER_LOOKED_AT(
            List.of(
                    new Change("convert/BatchRun", "if (available.compareTo(input) < 0) {", "if (input.isZero()) {"),
                    new Change(
                            "ledger/LockedAccounts",
                            "transfer.debit().isMerchants() && left.signum() < 0",
                            "left.signum() < 0 && transfer.debit().isMerchants()\n"
                                    + "                && transfer.kind() != TransferKind.CONVERSION"),
                    new Change(
                            "db/Migrations",
                            "flyway.migrate();",
                            "flyway.migrate();\n            database.run(tx -> tx.handle().execute("
                                    + "\"ALTER TABLE ledger_account DROP CONSTRAINT ledger_account_check\"));")),
            Invariant.NO_OVERDRAFT),
    FEE_GIVEN_BACK_WITH_A_RETURN(
            "disbursement/lane/Placement",
            "case REVERSED -> new Placement(Account.AVAILABLE, Account.FEES);",
            "case REVERSED -> nowhere();",
            Invariant.BOOKS_PROVED),
    ANY_SUM_COMPLETES_A_DEPOSIT(
            "deposit/lane/IncomingPaymentHandler",
            "} else if (!payment.amount().equals(due.requested().priced().input())) {",
            "} else if (payment.amount().isZero()) {",
            Invariant.DEPOSITS_AGREE_WITH_PAYERS),
    FEED_SKIPS_A_NUMBER(
            "event/EventStore",
            "SET last_position = feed.last_position + excluded.last_position",
            "SET last_position = feed.last_position + excluded.last_position + (feed.last_position % 20 = 19)::int",
            Invariant.FEED_HAS_NO_GAPS),
    LATE_CANCELLATION_BREAKS(
            "deposit/DepositState",
            "throw Refusal.DEPOSIT_NOT_CANCELLABLE.refused(\"status\", \"must be pending, is \" + status().wire());",
            "throw new IllegalStateException(\"cannot be cancelled\");",
            Invariant.NO_INTERNAL_ERROR),
    CONVERSION_WITHOUT_ITS_FEE(
            "convert/Figures",
            "return converted.minus(fee);",
            "return converted;",
            Invariant.BALANCES_AGREE_WITH_MODEL),
    PAYMENT_PAGE_NOT_KEPT(
            "checkout/Checkouts",
            "            store.insert(tx, checkout);\n",
            "",
            Invariant.NOTHING_ACKNOWLEDGED_IS_LOST),
    REFUND_TO_ANOTHER_ACCOUNT(
            "deposit/refund/Refunds",
            "payer.name(), payer.accountNumber(), method.orElseThrow()",
            "payer.name(), payer.accountNumber() + \"0\", method.orElseThrow()",
            Invariant.ONLY_WHAT_WAS_ASKED_IS_PAID),
    /// Ledger verification accepts it, since the terms themselves are changed; the merchant's money stays held for
    /// ever.
    CONVERSION_SET_ASIDE(
            "convert/Conversion",
            "new Leg(Account.POSITION, Account.AVAILABLE, total, TransferKind.CONVERSION)",
            "new Leg(Account.POSITION, Account.HELD, total, TransferKind.CONVERSION)",
            Invariant.NOTHING_STAYS_HELD),
    /// A crash between the two commits leaves a change without its event.
    EVENT_WRITTEN_AFTER_THE_COMMIT(
            Bug.OTHER_SEED,
            List.of(
                    new Change("disbursement/lane/PendingWrites", "        parts.events().append(tx, events);\n", ""),
                    new Change(
                            "disbursement/lane/PendingWrites",
                            "parts.idempotency().remember(tx, answers);",
                            "parts.idempotency().remember(tx, answers); tx.handle().execute(\"COMMIT\"); "
                                    + "parts.events().append(tx, events);")),
            Invariant.EVENTS_TELL_WHAT_IS),
    /// A repeated report gets a different key each time.
    RECEIPT_COUNTED_TWICE(
            List.of(
                    new Change(
                            "rail/IncomingPaymentRows",
                            "Key.of(payment),",
                            "new Key(payment.rail(), payment.key() + \"/\" + payment.seenAt().toEpochMilli()),"),
                    new Change(
                            "rail/IncomingPaymentStore",
                            "AND r.key = known.key",
                            "AND starts_with(r.key, known.key || '/')"),
                    new Change(
                            "rail/IncomingPaymentStore",
                            ".filter(each -> each.reversed() || !isAuthentic(each))",
                            ".filter(_ -> false)")),
            Invariant.BOOKS_AGREE_WITH_RAIL),
    OLDER_NOTICE_WINS(
            "disbursement/DisbursementState",
            "case Reversed reversed ->\n",
            "case Reversed _ when outcome instanceof Outcome.Settled -> new Completed(now);\n"
                    + "            case Reversed reversed ->\n",
            Invariant.PAYOUTS_AGREE_WITH_RAIL),
    QUOTE_TAKEN_TWICE(
            "convert/Quotes",
            "if (quote.usedBy() != null) {",
            "if (quote.usedBy() != null && quote.id().equals(quote.usedBy())) {",
            Invariant.NOTHING_HAPPENS_TWICE),
    RATE_OF_NOW_IN_PLACE_OF_THE_QUOTE(
            "convert/BatchRun",
            "quote.map(Offer::of).orElseGet(() -> parts.terms().offer(order.request()))",
            "parts.terms().offer(order.request())",
            Invariant.EXCHANGED_AS_PROMISED),
    LATE_MONEY_AT_THE_OLD_RATE(
            "deposit/lane/ArrivalRate",
            "boolean late = paidAt.isAfter(deposit.requested().rateUntil());",
            "boolean late = paidAt.isBefore(deposit.createdAt());",
            Invariant.EXCHANGED_AS_PROMISED),
    TOO_LATE_TAKEN_FOR_TAKEN_BACK(
            Bug.OTHER_SEED,
            "disbursement/Disbursements",
            "case REFUSED, NOT_SEEN -> false;",
            "case REFUSED, NOT_SEEN -> true;",
            Invariant.PAYOUTS_AGREE_WITH_RAIL),
    /// Visible only if a node is suspended past its lease and another one takes over its payouts.
    LEASE_NOT_LOOKED_AT(
            Bug.SEED_OF_LONG_HOLDS,
            "disbursement/DisbursementWorker",
            "store.findChecked(tx, DueStore.renew(tx, wanted, until))",
            "store.findChecked(tx, wanted.stream().map(DueStore.Claimed::ref).toList())",
            Invariant.NOTHING_SENT_BLINDLY),
    /// Loses no money: a payout that the bank never had ends as if the bank had rejected it.
    UNSEEN_TAKEN_FOR_REFUSED(
            "disbursement/DisbursementWorker",
            "unseen.add(asked.ref());",
            "news.add(new ApplyOutcome(asked.ref(), new Outcome.Rejected("
                    + "dev.sluice.rail.FailureCode.BANK_UNAVAILABLE, \"never arrived\")));",
            Invariant.PAYOUTS_AGREE_WITH_RAIL),
    /// Loses no money either: the payout ends as if it had been cancelled.
    UNSEEN_TAKEN_FOR_CANCELLED(
            "disbursement/DisbursementWorker",
            "unseen.add(asked.ref());",
            "news.add(new ApplyOutcome(asked.ref(), new Outcome.Stopped()));",
            Invariant.PAYOUTS_AGREE_WITH_RAIL),
    /// Found at once, before any comparison of the list of payouts.
    PAID_ONCE_MORE_UNDER_ANOTHER_ID(
            "disbursement/DisbursementWorker",
            "Disbursement::instruction, rail::submit)",
            "Disbursement::instruction, batch -> {\n"
                    + "rail.submit(batch.stream().map(each -> new dev.sluice.rail.Instruction("
                    + "new PayoutRef(each.payout().organizationId(), UUID.randomUUID()), each.amount(),"
                    + " each.beneficiary(), each.remittance())).toList());\n"
                    + "return rail.submit(batch);\n})",
            Invariant.ONLY_WHAT_WAS_ASKED_IS_PAID),
    /// The answer and the refund agree, but on a wrong amount.
    REFUND_OF_LESS_THAN_CAME(
            "deposit/refund/Refunds",
            "var amount = amount(order, source.most());",
            "var amount = source.most().minus(dev.sluice.money.Money.exactly("
                    + "java.math.BigDecimal.ONE, source.most().asset()));",
            Invariant.ONLY_WHAT_WAS_ASKED_IS_PAID),
    REFUSED_FOR_ANOTHER_REASON(
            "deposit/refund/Refunds",
            "throw Refusal.DEPOSIT_NOT_REFUNDABLE.refused(\n                    \"status\",",
            "throw Refusal.DEPOSIT_NOT_FOUND.refused(\n                    \"status\",",
            Invariant.REFUSED_FOR_A_REASON),
    END_TOLD_AS_A_CHANGE(
            "disbursement/lane/Transition",
            "case Completed _, Failed _, Cancelled _ -> after.status().wire();",
            "case Failed _, Cancelled _ -> after.status().wire();\n" + "            case Completed _ -> \"updated\";",
            Invariant.EVENTS_TELL_WHAT_IS),
    EVENT_SAYS_WHAT_WAS_BEFORE(
            "disbursement/lane/PendingWrites",
            "DisbursementJson.bytes(payout, parts",
            "DisbursementJson.bytes(original.getOrDefault(payout.ref(), payout), parts",
            Invariant.EVENTS_TELL_WHAT_IS),
    PAGE_THAT_IS_OVER_BREAKS(
            "checkout/CheckoutPage",
            "return end(\"pageExpired\", \"pageExpiredHint\", false, wayBack());",
            "throw new IllegalStateException(\"it is over\");",
            Invariant.NO_INTERNAL_ERROR);

    static final long SEED = 7;
    /// Seed of a simulation that finds some bugs sooner, or at all.
    private static final long OTHER_SEED = 22;
    /// Seed of a simulation that suspends a node past its lease while another one takes over its payouts.
    private static final long SEED_OF_LONG_HOLDS = 3;

    private final long seed;
    private final List<Change> changes;
    private final Set<Invariant> finds;

    Bug(String file, String right, String wrong, Invariant... finds) {
        this(SEED, file, right, wrong, finds);
    }

    Bug(long seed, String file, String right, String wrong, Invariant... finds) {
        this(seed, List.of(new Change(file, right, wrong)), finds);
    }

    Bug(List<Change> changes, Invariant... finds) {
        this(SEED, changes, finds);
    }

    Bug(long seed, List<Change> changes, Invariant... finds) {
        this.seed = seed;
        this.changes = List.copyOf(changes);
        this.finds = Set.of(finds);
    }

    /// Returns the seed of the simulation that finds the bug.
    long seed() {
        return seed;
    }

    /// Returns the changes of the source: several if the service has several guards.
    List<Change> changes() {
        return changes;
    }

    /// Returns the invariants of which the simulation reports at least one.
    Set<Invariant> finds() {
        return finds;
    }

    /// A change of one source file.
    record Change(String name, String right, String wrong) {
        /// Returns the path of the source file.
        String file() {
            return "dev/sluice/" + name + ".java";
        }

        /// Applies the change.
        ///
        /// @throws AssertionError if the file has changed so that the bug no longer applies
        String plant(String source) {
            int at = source.indexOf(right);
            if (at < 0 || source.indexOf(right, at + 1) >= 0) {
                throw new AssertionError("%s has changed; think of the bug again".formatted(name));
            }
            return source.substring(0, at) + wrong + source.substring(at + right.length());
        }
    }
}
