package dev.sluice.webhook;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a node has in hand for one endpoint: messages under way, as many as its window allows, and some more that wait
/// to follow them. The courier fills it; whoever has brought a message takes the next one out of it.
///
/// What waits is no more than the endpoint took within the last moment, and nothing once a message has failed: a slow
/// endpoint has its window and no more.
final class Tray {
    /// What is taken ahead is as much as was delivered in this time, at most.
    private static final Duration AHEAD = Duration.ofMillis(250);

    private static final int AHEAD_MAX = 256;

    /// What has waited so long is given back.
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    /// From the beginning of an attempt until its lease ends, so that no other node begins one meanwhile.
    private static final Duration ATTEMPT = Sender.TIMEOUT.plusSeconds(2);

    /// An endpoint that pauses for less than this is known again.
    private static final Duration REMEMBERED = Duration.ofMinutes(1);

    private final Window window = new Window();
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private final ArrayDeque<Instant> delivered = new ArrayDeque<>();
    private Instant usedAt = Instant.EPOCH;
    private boolean failing;
    private boolean gone;

    private record Waiting(Parcel parcel, Instant since) {
        boolean isStale(Instant now) {
            return !since.plus(PATIENCE).isAfter(now)
                    || now.plus(ATTEMPT).isAfter(parcel.lease().until());
        }
    }

    /// How many more may be taken in hand.
    ///
    /// @param places how many may be sent at once, as far as the node is concerned
    synchronized int room(int places, Instant now) {
        return Math.min(Math.max(0, window.room() - waiting.size()), places) + Math.max(0, ahead(now) - waiting.size());
    }

    private int ahead(Instant now) {
        while (!delivered.isEmpty() && delivered.getFirst().plus(AHEAD).isBefore(now)) {
            delivered.removeFirst();
        }
        return delivered.size();
    }

    /// Whether nothing is in hand, and nothing was for a while.
    synchronized boolean isForgotten(Instant now) {
        return window.isIdle() && waiting.isEmpty() && usedAt.plus(REMEMBERED).isBefore(now);
    }

    synchronized int waiting() {
        return waiting.size();
    }

    synchronized void put(Parcel parcel, Instant now) {
        waiting.add(new Waiting(parcel, now));
    }

    /// The next message, where the window has room for it; it is under way from then on. What has waited too long
    /// stays: another node might begin it as well before this attempt has ended.
    synchronized Optional<Parcel> begin(Instant now) {
        var next = waiting.peek();
        if (next == null || gone || window.room() == 0 || next.isStale(now)) {
            return Optional.empty();
        }
        window.begin();
        waiting.remove();
        return Optional.of(next.parcel());
    }

    /// One that was under way has ended.
    synchronized void end(Reply reply, Instant now) {
        usedAt = now;
        window.end(reply);
        failing = !reply.isSuccess();
        gone = gone || reply.isGone();
        if (failing) {
            delivered.clear();
        } else {
            delivered.add(now);
            if (delivered.size() > AHEAD_MAX) {
                delivered.remove();
            }
        }
    }

    /// Takes out what should not wait here any longer.
    synchronized List<Parcel> surplus(Instant now) {
        if (gone) {
            return clear();
        }
        var surplus = new ArrayList<Parcel>();
        while (!waiting.isEmpty() && waiting.getFirst().isStale(now)) {
            surplus.add(waiting.removeFirst().parcel());
        }
        while (failing && waiting.size() > window.room()) {
            surplus.add(waiting.removeLast().parcel());
        }
        return surplus;
    }

    /// Takes out all that waits.
    synchronized List<Parcel> clear() {
        var all = waiting.stream().map(Waiting::parcel).toList();
        waiting.clear();
        gone = false;
        return all;
    }
}
