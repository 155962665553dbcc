package dev.sluice.mail;

import java.util.Optional;

/// Settings of the SMTP server.
///
/// @param from sender: an address, or `Name <address>`
public record SmtpSettings(String host, int port, Security security, Optional<Account> account, String from) {
    /// Encryption of the connection.
    public enum Security {
        /// Required TLS that begins after the greeting.
        STARTTLS,
        /// TLS from the first byte.
        TLS,
        /// None: for a server on this machine.
        OFF
    }

    /// Credentials of the sender.
    public record Account(String user, String password) {
        /// Never shows the password.
        @Override
        public String toString() {
            return "Account[" + user + "]";
        }
    }
}
