package dev.sluice.ownership;

import dev.sluice.db.Tx;
import dev.sluice.mail.Mail;
import dev.sluice.merchant.User;
import java.util.function.BiFunction;
import java.util.function.Function;

/// Mails to the person affected by a change, once it takes effect.
public interface ConcernedPersonMails {
    /// Returns the function that makes the invitation mail from the person and the token of the link.
    BiFunction<User, String, Mail> invitation(OwnerChangeRequest request);

    Function<User, Mail> factorsReset(Tx tx, OwnerChangeRequest request);
}
