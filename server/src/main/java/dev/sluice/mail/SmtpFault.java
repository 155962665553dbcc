package dev.sluice.mail;

import jakarta.mail.MessagingException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reason why a mail server did not accept a mail, without the server's text, which may quote addresses. It is the
/// reply code (RFC 5321) with the enhanced status code (RFC 3463), or else the types of the exceptions.
final class SmtpFault {
    private static final Pattern REPLY = Pattern.compile("^([245]\\d\\d)[ -]([245]\\.\\d{1,3}\\.\\d{1,3})?(?![.\\d])");
    private static final int CAUSES_MAX = 10;

    private SmtpFault() {}

    static String of(MessagingException failed) {
        var types = new StringBuilder();
        Throwable each = failed;
        for (int at = 0; each != null && at < CAUSES_MAX; at++) {
            var reply = REPLY.matcher(String.valueOf(each.getMessage()));
            if (reply.find()) {
                return "the server answered " + reply.group(1) + (reply.group(2) == null ? "" : " " + reply.group(2));
            }
            types.append(types.isEmpty() ? "" : " < ").append(each.getClass().getSimpleName());
            each = cause(each);
        }
        return types.toString();
    }

    private static @Nullable Throwable cause(Throwable failed) {
        return failed instanceof MessagingException exception && exception.getNextException() != null
                ? exception.getNextException()
                : failed.getCause();
    }
}
