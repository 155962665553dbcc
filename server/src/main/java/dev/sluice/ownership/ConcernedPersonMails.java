package dev.sluice.ownership;

import dev.sluice.db.Tx;
import dev.sluice.mail.Mail;
import dev.sluice.merchant.User;
import java.util.function.BiFunction;
import java.util.function.Function;

/// Mails to the person whom a change is about, once it takes effect.
public interface ConcernedPersonMails {
    /// Mail of a person and what the link of the invitation carries.
    BiFunction<User, String, Mail> invitation(OwnerChangeRequest request);

    Function<User, Mail> factorsReset(Tx tx, OwnerChangeRequest request);
}
