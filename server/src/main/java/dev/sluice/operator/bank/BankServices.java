package dev.sluice.operator.bank;

import dev.sluice.rail.iso20022.decision.BankDecisions;
import dev.sluice.rail.iso20022.inbound.BankInbox;
import dev.sluice.rail.iso20022.payout.OutgoingFiles;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.reconcile.Reconciliations;
import java.util.List;

/// Services of the pages of bank accounts.
///
/// @param profiles of the accounts, at least one
public record BankServices(
        List<BankProfile> profiles,
        BankInbox inbox,
        OutgoingFiles outgoing,
        BankDecisions decisions,
        Reconciliations reconciliations) {
    public BankServices {
        profiles = List.copyOf(profiles);
    }
}
