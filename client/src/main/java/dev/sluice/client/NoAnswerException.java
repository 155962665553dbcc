package dev.sluice.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A request that got no answer after all attempts. A write may have been done or not: send it again under its
/// [#idempotencyKey], and it is done once.
public final class NoAnswerException extends SluiceException {
    private static final long serialVersionUID = 1L;

    NoAnswerException(String reason, @Nullable String idempotencyKey, Throwable cause) {
        super(new Answered(0, "NO_ANSWER", reason, List.of(), null, idempotencyKey, null, null), cause);
    }
}
