package dev.sluice.rail.sandbox.chain;

import dev.sluice.db.Tx;
import dev.sluice.rail.Cancellation;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.sandbox.chain.MagicWallet.Handover;
import dev.sluice.rail.sandbox.chain.PayoutStore.Row;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// The chain's books of payouts, in the caller's transaction.
final class PayoutBooks {
    private final Map<String, SandboxNetwork> networks;

    PayoutBooks(Map<String, SandboxNetwork> networks) {
        this.networks = Map.copyOf(networks);
    }

    /// What the books hold of payouts.
    ///
    /// @param unanswered those whose first request this was, and who get no answer to it
    record Page(Map<PayoutRef, Entry> entries, List<PayoutRef> unanswered) {}

    /// Writes what is not in the books yet, and takes what was lost the first time. The nonces' rows are held
    /// meanwhile, so nobody else writes into the books of the same networks.
    Page write(Tx tx, Collection<Instruction> instructions, Instant now) {
        var wanted = instructions.stream()
                .map(each -> Submission.of(each, network(each.wallet().network())))
                .toList();
        var nonces = NonceStore.lock(tx, networksOf(wanted));
        var known = PayoutStore.read(tx, wanted.stream().map(Submission::payout).toList());
        var next = new HashMap<String, Long>();
        nonces.get().forEach(each -> next.put(each.network(), each.nonce()));
        var entries = entries(known.get());
        var fresh = new ArrayList<Submission>();
        var again = new ArrayList<Submission>();
        for (var submission : wanted) {
            var entry = entries.get(submission.payout());
            if (entry == null) {
                fresh.add(submission.isLostAtFirst() ? submission : take(submission, next, now));
            } else if (entry instanceof Entry.Lost) {
                again.add(take(submission, next, now));
            }
        }
        PayoutStore.insert(tx, fresh);
        PayoutStore.acceptLost(tx, again);
        advance(tx, nonces.get(), next);
        fresh.forEach(each -> entries.put(each.payout(), entry(each)));
        again.forEach(each -> entries.put(each.payout(), entry(each)));
        return new Page(
                entries,
                fresh.stream()
                        .filter(Submission::isUnansweredAtFirst)
                        .map(Submission::payout)
                        .toList());
    }

    Map<PayoutRef, Entry> read(Tx tx, List<PayoutRef> payouts) {
        return entries(PayoutStore.read(tx, payouts).get());
    }

    /// Stops a transaction where that can be.
    Cancellation stop(Tx tx, PayoutRef payout, Instant now) {
        var answer = PayoutStore.lock(tx, payout)
                .map(row -> entry(row).cancellation(now))
                .orElse(Cancellation.NOT_SEEN);
        if (answer == Cancellation.CANCELLED) {
            PayoutStore.stop(tx, payout, now);
        }
        return answer;
    }

    private static Submission take(Submission submission, Map<String, Long> next, Instant now) {
        if (submission.magic().handover() == Handover.TURNED_AWAY) {
            return submission.taken(now, OptionalLong.empty());
        }
        var name = submission.network().name();
        long nonce = next.getOrDefault(name, 0L);
        next.put(name, nonce + 1);
        return submission.taken(now, OptionalLong.of(nonce));
    }

    private void advance(Tx tx, List<NonceStore.Next> before, Map<String, Long> next) {
        NonceStore.advance(
                tx,
                before.stream()
                        .filter(each -> next.getOrDefault(each.network(), 0L) > each.nonce())
                        .map(each ->
                                new NonceStore.Advance(network(each.network()), next.getOrDefault(each.network(), 0L)))
                        .toList());
    }

    private static List<SandboxNetwork> networksOf(List<Submission> submissions) {
        return submissions.stream()
                .map(Submission::network)
                .distinct()
                .sorted(Comparator.comparing(SandboxNetwork::name))
                .toList();
    }

    private Map<PayoutRef, Entry> entries(List<Row> rows) {
        var entries = new HashMap<PayoutRef, Entry>();
        rows.forEach(row -> entries.put(row.payout(), entry(row)));
        return entries;
    }

    private Entry entry(Submission submission) {
        return entry(new Row(
                submission.payout(),
                submission.network().name(),
                submission.asset(),
                submission.magic().number(),
                submission.network().confirmationsHere(),
                submission.acceptedAt(),
                submission.nonce().isPresent() ? submission.nonce().getAsLong() : null,
                null));
    }

    private Entry entry(Row row) {
        var acceptedAt = row.acceptedAt();
        var nonce = row.nonce();
        if (acceptedAt == null) {
            return new Entry.Lost(row.payout());
        }
        if (nonce == null) {
            return new Entry.TurnedAway(row.payout());
        }
        if (row.stoppedAt() != null) {
            return new Entry.Stopped(row.payout());
        }
        var network = network(row.network());
        var course = MagicWallet.ofNumber(row.behaviour()).course();
        var transaction =
                new Transaction(network, network.sender(), Long.toString(nonce), row.confirmations(), acceptedAt);
        boolean coin = row.asset().equals(network.coin().code());
        return new Entry.Sent(row.payout(), Story.of(transaction, course), new Gas(transaction, coin, course));
    }

    private SandboxNetwork network(String name) {
        var network = networks.get(name);
        if (network == null) {
            throw new IllegalStateException("not a network of the sandbox: " + name);
        }
        return network;
    }
}
