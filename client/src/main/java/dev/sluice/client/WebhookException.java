package dev.sluice.client;

/// Thrown for a request that is no webhook of the service: answer 400 and do nothing else.
public final class WebhookException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    WebhookException(String reason) {
        super(reason);
    }

    WebhookException(String reason, Throwable cause) {
        super(reason, cause);
    }
}
