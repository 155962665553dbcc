/// Outgoing mail: stored in the transaction of its event (transactional outbox) and then sent by SMTP. Owns the
/// `mail_` table.
@NullMarked
package dev.sluice.mail;

import org.jspecify.annotations.NullMarked;
