package dev.sluice.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Thrown if no answer proves the outcome of a request. A write may have been done or not: send it again under its
/// [#idempotencyKey], and it is done once.
///
/// Either the last attempt got no answer, and the [#status] is 0. Or the request was a write, and its answer leaves
/// the outcome open: a failure of the service or of a gateway, an attempt that is still at work, an unreadable
/// success, or a refusal that does not settle ([#settles]) the outcome of an earlier attempt.
public final class NoAnswerException extends SluiceException {
    private static final long serialVersionUID = 1L;

    NoAnswerException(String reason, @Nullable String idempotencyKey, Throwable cause) {
        this(new Answered(0, "NO_ANSWER", reason, List.of(), null, idempotencyKey, null, null), cause);
    }

    NoAnswerException(Answered last, @Nullable Throwable cause) {
        super(last, cause);
    }
}
