package dev.sluice.rail.sandbox.chain;

import dev.sluice.db.Tx;
import dev.sluice.rail.Attempt;
import dev.sluice.rail.Cancellation;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.sandbox.chain.PayoutStore.Row;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The chain's books of payouts, in the caller's transaction.
final class PayoutBooks {
    private final Map<String, SandboxNetwork> networks;

    PayoutBooks(Map<String, SandboxNetwork> networks) {
        this.networks = Map.copyOf(networks);
    }

    /// Entries of payouts in the books.
    ///
    /// @param unanswered payouts whose first request this was, and is not answered
    record Page(Map<PayoutRef, Entry> entries, List<PayoutRef> unanswered) {}

    /// Stores new payouts, and accepts those whose first request was lost. The nonces stay locked until the
    /// transaction ends, so no other transaction writes payouts of the same networks.
    Page write(Tx tx, Collection<Instruction> instructions, Instant now) {
        var wanted =
                instructions.stream().flatMap(each -> submission(each).stream()).toList();
        var nonces = Nonces.hold(tx, wanted.stream().map(Submission::network).toList());
        var entries = read(tx, instructions.stream().map(Instruction::payout).toList());
        var fresh = new ArrayList<Submission>();
        var again = new ArrayList<Submission>();
        for (var submission : wanted) {
            var entry = entries.get(submission.payout());
            if (entry == null) {
                fresh.add(submission.isLostAtFirst() ? submission : submission.taken(now, nonces));
            } else if (entry instanceof Entry.Lost) {
                again.add(submission.taken(now, nonces));
            }
        }
        PayoutStore.insert(tx, fresh);
        PayoutStore.acceptLost(tx, again);
        nonces.store(tx);
        fresh.forEach(each -> entries.put(each.payout(), entry(each.row())));
        again.forEach(each -> entries.put(each.payout(), entry(each.row())));
        instructions.forEach(each -> entries.putIfAbsent(each.payout(), new Entry.NotSimulated(each.payout())));
        return new Page(
                entries,
                fresh.stream()
                        .filter(Submission::isUnansweredAtFirst)
                        .map(Submission::payout)
                        .toList());
    }

    Map<PayoutRef, Entry> read(Tx tx, List<PayoutRef> payouts) {
        var entries = new HashMap<PayoutRef, Entry>();
        PayoutStore.read(tx, payouts).forEach(row -> entries.put(row.payout(), entry(row)));
        return entries;
    }

    /// Returns the transaction of a payout as an attempt; empty if there is none.
    List<Attempt> attempts(Tx tx, PayoutRef payout, Instant now) {
        return PayoutStore.read(tx, List.of(payout)).stream()
                .map(row -> Attempt.of(row.acceptedAt(), entry(row).outcome(now)))
                .toList();
    }

    /// Stops a payout if it can still be stopped.
    Cancellation stop(Tx tx, PayoutRef payout, Instant now) {
        var answer = PayoutStore.lock(tx, payout)
                .map(row -> entry(row).cancellation(now))
                .orElse(Cancellation.NOT_SEEN);
        if (answer == Cancellation.CANCELLED) {
            PayoutStore.stop(tx, payout, now);
        }
        return answer;
    }

    /// Stops a payout that was not accepted. Locks the nonces, as every writer of payouts does.
    Cancellation block(Tx tx, Instruction instruction, Instant now) {
        return submission(instruction)
                .map(submission -> {
                    Nonces.hold(tx, List.of(submission.network()));
                    return Cancellation.of(PayoutStore.block(tx, submission, now));
                })
                .orElse(Cancellation.UNKNOWN);
    }

    private Optional<Submission> submission(Instruction instruction) {
        return Optional.ofNullable(networks.get(instruction.wallet().network()))
                .map(network -> Submission.of(instruction, network));
    }

    private Entry entry(Row row) {
        var acceptedAt = row.acceptedAt();
        var nonce = row.nonce();
        if (row.stoppedAt() != null) {
            return new Entry.Stopped(row.payout());
        }
        if (acceptedAt == null) {
            return new Entry.Lost(row.payout());
        }
        if (nonce == null) {
            return new Entry.NotSent(row.payout());
        }
        var network = networks.get(row.network());
        return network == null ? new Entry.NotSimulated(row.payout()) : sent(row, network, acceptedAt, nonce);
    }

    private static Entry.Sent sent(Row row, SandboxNetwork network, Instant acceptedAt, long nonce) {
        var scenario = MagicWallet.ofNumber(row.behaviour()).scenario();
        var transaction =
                new Transaction(network, network.sender(), Long.toString(nonce), row.confirmations(), acceptedAt);
        boolean coin = row.asset().equals(network.coin().code());
        return new Entry.Sent(row.payout(), TxTimeline.of(transaction, scenario), new Gas(transaction, coin, scenario));
    }
}
