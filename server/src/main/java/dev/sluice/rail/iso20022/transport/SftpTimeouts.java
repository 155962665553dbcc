package dev.sluice.rail.iso20022.transport;

import java.time.Duration;

/// Limits of time of one SFTP session.
///
/// @param connect until the server accepts the connection
/// @param authenticate until the server accepts the user, with the exchange of keys
/// @param operation of one request, or of one block of a transfer
/// @param session of the whole session, so that a slow server cannot hold a worker
public record SftpTimeouts(Duration connect, Duration authenticate, Duration operation, Duration session) {
    public static final SftpTimeouts STANDARD = new SftpTimeouts(
            Duration.ofSeconds(10), Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofMinutes(10));
}
