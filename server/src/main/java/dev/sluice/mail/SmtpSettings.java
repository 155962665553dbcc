package dev.sluice.mail;

import java.util.Optional;

/// The server that takes mail.
///
/// @param from whose mail it is: an address, or `Name <address>`
public record SmtpSettings(String host, int port, Security security, Optional<Account> account, String from) {
    /// How the way to the server is kept private.
    public enum Security {
        /// TLS that begins after the greeting, and must.
        STARTTLS,
        /// TLS from the first byte.
        TLS,
        /// None: for a server on this machine.
        OFF
    }

    /// Who sends.
    public record Account(String user, String password) {
        /// Never shows the password.
        @Override
        public String toString() {
            return "Account[" + user + "]";
        }
    }
}
