package dev.sluice.webhook.delivery;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A node's messages for one endpoint: those under way, as many as its window allows, and a few that wait to follow.
/// The dispatcher fills the queue; a thread that has sent a message takes the next one.
///
/// The number of waiting messages is at most the number that the endpoint took within the last moment, and zero after
/// a failure: a slow endpoint has its window and no more.
final class EndpointQueue {
    /// Time that limits the messages claimed ahead: at most as many as were delivered in this time.
    private static final Duration AHEAD = Duration.ofMillis(250);

    private static final int AHEAD_MAX = 256;

    /// Maximum waiting time before a message is released.
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    /// Minimum remaining lease at the start of an attempt, so that no other node begins one during it.
    private static final Duration ATTEMPT = Sender.TIMEOUT.plusSeconds(2);

    /// An endpoint that pauses for less than this is known again.
    private static final Duration REMEMBERED = Duration.ofMinutes(1);

    private final Window window = new Window();
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private final ArrayDeque<Instant> delivered = new ArrayDeque<>();
    private Instant usedAt = Instant.EPOCH;
    private boolean failing;
    private boolean gone;

    private record Waiting(LeasedDelivery delivery, Instant since) {
        boolean isStale(Instant now) {
            return !since.plus(PATIENCE).isAfter(now)
                    || now.plus(ATTEMPT).isAfter(delivery.lease().until());
        }
    }

    /// Returns the number of further messages to claim.
    ///
    /// @param places number of messages that the node can send at once
    synchronized int capacityLeft(int places, Instant now) {
        return Math.min(Math.max(0, window.capacityLeft() - waiting.size()), places)
                + Math.max(0, ahead(now) - waiting.size());
    }

    private int ahead(Instant now) {
        while (!delivered.isEmpty() && delivered.getFirst().plus(AHEAD).isBefore(now)) {
            delivered.removeFirst();
        }
        return delivered.size();
    }

    /// Reports whether the queue is empty, and has been for a while.
    synchronized boolean isExpired(Instant now) {
        return window.isIdle() && waiting.isEmpty() && usedAt.plus(REMEMBERED).isBefore(now);
    }

    synchronized int waiting() {
        return waiting.size();
    }

    synchronized void put(LeasedDelivery delivery, Instant now) {
        waiting.add(new Waiting(delivery, now));
    }

    /// Returns the next message and marks it as under way, if the window has room. A message that has waited too
    /// long stays: another node might begin it before this attempt has ended.
    synchronized Optional<LeasedDelivery> begin(Instant now) {
        var next = waiting.peek();
        if (next == null || gone || window.capacityLeft() == 0 || next.isStale(now)) {
            return Optional.empty();
        }
        window.begin();
        waiting.remove();
        return Optional.of(next.delivery());
    }

    /// Ends an attempt.
    synchronized void end(AttemptResult result, Instant now) {
        usedAt = now;
        window.end(result);
        failing = !result.isSuccess();
        gone = gone || result.isGone();
        if (failing) {
            delivered.clear();
        } else {
            delivered.add(now);
            if (delivered.size() > AHEAD_MAX) {
                delivered.remove();
            }
        }
    }

    /// Removes the messages that should no longer wait here.
    synchronized List<LeasedDelivery> surplus(Instant now) {
        if (gone) {
            return clear();
        }
        var surplus = new ArrayList<LeasedDelivery>();
        while (!waiting.isEmpty() && waiting.getFirst().isStale(now)) {
            surplus.add(waiting.removeFirst().delivery());
        }
        while (failing && waiting.size() > window.capacityLeft()) {
            surplus.add(waiting.removeLast().delivery());
        }
        return surplus;
    }

    /// Takes out all that waits.
    synchronized List<LeasedDelivery> clear() {
        var all = waiting.stream().map(Waiting::delivery).toList();
        waiting.clear();
        gone = false;
        return all;
    }
}
