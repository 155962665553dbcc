package dev.sluice.rail.iso20022.inbound;

import dev.sluice.db.Tx;
import dev.sluice.rail.iso20022.profile.BankProfile;
import java.util.List;

/// Called when a file names payments of ours that the database does not know, as after the restore of a backup: the
/// rail has to be stopped. The file is held in the same transaction.
@FunctionalInterface
public interface UnknownPayments {
    void found(Tx tx, BankProfile profile, InboundFile file, List<String> ids);
}
