package dev.sluice.app;

import dev.sluice.auth.CredentialProof;
import dev.sluice.change.ChangeRequests;
import dev.sluice.convert.ConvertModule;
import dev.sluice.deposit.DepositModule;
import dev.sluice.disbursement.DisbursementModule;
import dev.sluice.ledger.LedgerVerifier;
import dev.sluice.rail.IncomingPayments;
import dev.sluice.rail.PayoutStatusReports;
import dev.sluice.rail.evm.EvmModule;
import dev.sluice.rail.iso20022.decision.BankDecisions;
import dev.sluice.rail.iso20022.inbound.BankInbox;
import dev.sluice.rail.iso20022.payout.BankPayouts;
import dev.sluice.rail.sandbox.SandboxRail;
import dev.sluice.rail.sandbox.chain.SandboxChain;
import dev.sluice.rail.stellar.StellarModule;
import dev.sluice.recipient.Recipients;
import dev.sluice.reference.References;
import dev.sluice.vault.Vault;
import dev.sluice.webhook.WebhookModule;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;

/// Everything that moves money in the ledger, and the records that decide on its destination, for ledger
/// verification.
public final class AuditSources {
    private AuditSources() {}

    /// @param vault provides the keys of the records' MACs
    public static List<LedgerVerifier.Payments> payments(Vault vault) {
        return List.of(
                DisbursementModule.expected(
                        EvmModule.books(),
                        StellarModule.books(),
                        BankPayouts.books(),
                        SandboxRail.books(),
                        SandboxChain.books()),
                DisbursementModule.charges(),
                ConvertModule.expected(),
                DepositModule.expected(),
                DepositModule.underReview(),
                new Records(References::verify),
                new Records((snapshot, fault) -> CredentialProof.verify(snapshot, vault, fault)),
                new Records((snapshot, fault) -> DisbursementModule.prove(snapshot, vault, fault)),
                new Records((snapshot, fault) -> EvmModule.prove(snapshot, vault, fault)),
                new Records((snapshot, fault) -> Recipients.prove(snapshot, vault, fault)),
                new Records((snapshot, fault) -> DepositModule.prove(snapshot, vault, fault)),
                new Records(new IncomingPayments(vault)::prove),
                new Records(new PayoutStatusReports(vault)::verify),
                new Records((snapshot, fault) -> BankInbox.verify(snapshot, vault, fault)),
                new Records((snapshot, fault) -> BankDecisions.verify(snapshot, vault, fault)),
                new Records((snapshot, fault) -> WebhookModule.verify(snapshot, vault, fault)),
                new Records((snapshot, fault) -> ChangeRequests.prove(snapshot, vault, fault)));
    }

    /// Records that move no money themselves. They are verified by their MACs, or against the data files.
    private record Records(BiConsumer<Handle, Consumer<String>> proof) implements LedgerVerifier.Payments {
        @Override
        public void forEachPage(Handle snapshot, Consumer<List<LedgerVerifier.Expected>> visitor) {
            // Ledger entries do not exist for these records.
        }

        @Override
        public void compare(Handle snapshot, Consumer<String> fault) {
            proof.accept(snapshot, fault);
        }
    }
}
