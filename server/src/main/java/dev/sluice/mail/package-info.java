/// Mail to people: written down with what it tells, sent afterwards, by SMTP. Owns the `mail_` table.
@NullMarked
package dev.sluice.mail;

import org.jspecify.annotations.NullMarked;
