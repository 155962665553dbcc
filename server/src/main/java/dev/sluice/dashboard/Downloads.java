package dev.sluice.dashboard;

import dev.sluice.http.Answer;
import dev.sluice.sheet.Places;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/// Limits concurrent downloads of generated files. A node generates as many at once as its memory allows, and half as
/// many per organization, so that slow readers only delay their own organization. A few further requests wait
/// briefly.
final class Downloads {
    private static final long BYTES_PER_FILE = 32L * 1024 * 1024;
    private static final int AT_ONCE_MIN = 4;
    private static final Duration WAIT_MAX = Duration.ofSeconds(5);
    private static final int RETRY_AFTER_SECONDS = 10;

    private final Places places =
            new Places((int) Math.max(AT_ONCE_MIN, Runtime.getRuntime().maxMemory() / BYTES_PER_FILE), WAIT_MAX);

    /// Returns the answer unchanged unless it streams a file. A streamed file waits for a free place; after the
    /// timeout, the visitor gets an error page.
    Answer bounded(PageContext context, Answer answer) {
        var writing = answer.writing();
        if (writing == null) {
            return answer;
        }
        var organizationId = context.visitor().organizationId();
        if (!places.begin(organizationId)) {
            return busy(context);
        }
        return answer.withWriting(new Placed(writing, organizationId));
    }

    /// Takes the place before the answer is built, for files that need their memory before the first byte is
    /// written.
    Answer inPlace(PageContext context, Supplier<Answer> work) {
        var organizationId = context.visitor().organizationId();
        if (!places.begin(organizationId)) {
            return busy(context);
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

    private static Answer busy(PageContext context) {
        return context.problem(503, "filesBusy").with("Retry-After", String.valueOf(RETRY_AFTER_SECONDS));
    }

    /// Streamed file that releases its place exactly once.
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
