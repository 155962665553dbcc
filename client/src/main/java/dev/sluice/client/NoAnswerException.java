package dev.sluice.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A request of which no answer says what became of it. A write may have been done or not: send it again under its
/// [#idempotencyKey], and it is done once.
///
/// Either no answer came to the last attempt, and the [#status] is 0. Or it was a write, and what came leaves that
/// open: a failure of the service or of a gateway, an attempt that is still at work, a success that cannot be read;
/// or a refusal that does not settle ([#settles]) what became of an attempt before it.
public final class NoAnswerException extends SluiceException {
    private static final long serialVersionUID = 1L;

    NoAnswerException(String reason, @Nullable String idempotencyKey, Throwable cause) {
        this(new Answered(0, "NO_ANSWER", reason, List.of(), null, idempotencyKey, null, null), cause);
    }

    NoAnswerException(Answered last, @Nullable Throwable cause) {
        super(last, cause);
    }
}
