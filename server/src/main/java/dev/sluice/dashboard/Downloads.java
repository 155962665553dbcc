package dev.sluice.dashboard;

import dev.sluice.http.Answer;
import dev.sluice.net.KeyedLimiter;
import dev.sluice.net.KeyedLimiter.Limits;
import dev.sluice.net.KeyedLimiter.Permit;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/// Limits concurrent downloads of generated files. A node generates as many at once as its memory allows, and half as
/// many per organization, so that slow readers only delay their own organization. A few further requests wait
/// briefly.
final class Downloads {
    private static final long BYTES_PER_FILE = 32L * 1024 * 1024;
    private static final int AT_ONCE_MIN = 4;
    private static final Duration WAIT_MAX = Duration.ofSeconds(5);
    private static final int RETRY_AFTER_SECONDS = 10;

    private final KeyedLimiter<UUID> limiter = new KeyedLimiter<>(
            Limits.shared((int) Math.max(AT_ONCE_MIN, Runtime.getRuntime().maxMemory() / BYTES_PER_FILE)));

    /// Returns the answer unchanged unless it streams a file. A streamed file waits for a free place; after the
    /// timeout, the visitor gets an error page.
    Answer bounded(PageContext context, Answer answer) {
        var writing = answer.writing();
        if (writing == null) {
            return answer;
        }
        return permit(context)
                .map(permit -> answer.withWriting(new Placed(writing, permit)))
                .orElseGet(() -> busy(context));
    }

    /// Takes the place before the answer is built, for files that need their memory before the first byte is
    /// written.
    Answer inPlace(PageContext context, Supplier<Answer> work) {
        var permit = permit(context);
        if (permit.isEmpty()) {
            return busy(context);
        }
        Answer.Writing placed = null;
        try {
            var answer = work.get();
            var writing = answer.writing();
            if (writing == null) {
                return answer;
            }
            placed = new Placed(writing, permit.get());
            return answer.withWriting(placed);
        } finally {
            if (placed == null) {
                permit.get().close();
            }
        }
    }

    private Optional<Permit> permit(PageContext context) {
        return limiter.acquire(context.visitor().organizationId(), WAIT_MAX);
    }

    private static Answer busy(PageContext context) {
        return context.problem(503, "filesBusy").with("Retry-After", String.valueOf(RETRY_AFTER_SECONDS));
    }

    /// Streamed file that releases its place when it is closed.
    private record Placed(Answer.Writing writing, Permit permit) implements Answer.Writing {
        @Override
        public void to(OutputStream out) throws IOException {
            writing.to(out);
        }

        @Override
        public void close() {
            writing.close();
            permit.close();
        }
    }
}
