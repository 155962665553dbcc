package dev.sluice.dashboard;

import dev.sluice.http.Answer;
import dev.sluice.sheet.Places;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/// The files that people take away while they are written: a node writes a few at once, as many as its memory allows,
/// and half as many of one organization, so that who reads slowly holds up their own alone. A few others wait a moment.
final class Downloads {
    private static final long BYTES_PER_FILE = 32L * 1024 * 1024;
    private static final int AT_ONCE_MIN = 4;
    private static final Duration WAIT_MAX = Duration.ofSeconds(5);
    private static final int RETRY_AFTER_SECONDS = 10;

    private final Places places =
            new Places((int) Math.max(AT_ONCE_MIN, Runtime.getRuntime().maxMemory() / BYTES_PER_FILE), WAIT_MAX);

    /// An answer as it is, unless it is such a file: that one waits for its place, and where none is free in time, a
    /// page says so.
    Answer bounded(Visit visit, Answer answer) {
        var writing = answer.writing();
        if (writing == null) {
            return answer;
        }
        var organizationId = visit.visitor().organizationId();
        if (!places.begin(organizationId)) {
            return busy(visit);
        }
        return answer.withWriting(new Placed(writing, organizationId));
    }

    /// The answer with a file that takes as much memory before the first byte of it is written: it begins in its place.
    Answer inPlace(Visit visit, Supplier<Answer> work) {
        var organizationId = visit.visitor().organizationId();
        if (!places.begin(organizationId)) {
            return busy(visit);
        }
        Answer.Writing placed = null;
        try {
            var answer = work.get();
            var writing = answer.writing();
            if (writing == null) {
                return answer;
            }
            placed = new Placed(writing, organizationId);
            return answer.withWriting(placed);
        } finally {
            if (placed == null) {
                places.end(organizationId);
            }
        }
    }

    private static Answer busy(Visit visit) {
        return visit.problem(503, "filesBusy").with("Retry-After", String.valueOf(RETRY_AFTER_SECONDS));
    }

    /// What is written in a place, which it gives back once.
    private final class Placed implements Answer.Writing {
        private final Answer.Writing writing;
        private final UUID organizationId;
        private final AtomicBoolean over = new AtomicBoolean();

        private Placed(Answer.Writing writing, UUID organizationId) {
            this.writing = writing;
            this.organizationId = organizationId;
        }

        @Override
        public void to(OutputStream out) throws IOException {
            writing.to(out);
        }

        @Override
        public void close() {
            if (over.compareAndSet(false, true)) {
                writing.close();
                places.end(organizationId);
            }
        }
    }
}
