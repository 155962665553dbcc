package dev.sluice;

import dev.sluice.auth.CredentialProof;
import dev.sluice.change.ChangeRequests;
import dev.sluice.convert.ConvertRoom;
import dev.sluice.deposit.DepositRoom;
import dev.sluice.disbursement.DisbursementRoom;
import dev.sluice.ledger.Audit;
import dev.sluice.rail.Receipts;
import dev.sluice.rail.Sightings;
import dev.sluice.rail.evm.EvmRoom;
import dev.sluice.rail.sandbox.SandboxRail;
import dev.sluice.rail.sandbox.chain.SandboxChain;
import dev.sluice.rail.stellar.StellarRoom;
import dev.sluice.recipient.Recipients;
import dev.sluice.reference.References;
import dev.sluice.vault.Vault;
import dev.sluice.webhook.WebhookRoom;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;

/// Everything that moves money in the ledger, and the records that decide on its destination, for ledger
/// verification.
public final class Books {
    private Books() {}

    /// @param vault provides the keys of the records' MACs
    public static List<Audit.Payments> payments(Vault vault) {
        return List.of(
                DisbursementRoom.expected(
                        EvmRoom.books(), StellarRoom.books(), SandboxRail.books(), SandboxChain.books()),
                DisbursementRoom.charges(),
                ConvertRoom.expected(),
                DepositRoom.expected(),
                DepositRoom.underReview(),
                new Records(References::prove),
                new Records((snapshot, fault) -> CredentialProof.prove(snapshot, vault, fault)),
                new Records((snapshot, fault) -> DisbursementRoom.prove(snapshot, vault, fault)),
                new Records((snapshot, fault) -> EvmRoom.prove(snapshot, vault, fault)),
                new Records((snapshot, fault) -> Recipients.prove(snapshot, vault, fault)),
                new Records((snapshot, fault) -> DepositRoom.prove(snapshot, vault, fault)),
                new Records(new Receipts(vault)::prove),
                new Records(new Sightings(vault)::prove),
                new Records((snapshot, fault) -> WebhookRoom.prove(snapshot, vault, fault)),
                new Records((snapshot, fault) -> ChangeRequests.prove(snapshot, vault, fault)));
    }

    /// Records that move no money themselves. They are verified by their MACs, or against the data files.
    private record Records(BiConsumer<Handle, Consumer<String>> proof) implements Audit.Payments {
        @Override
        public void forEachPage(Handle snapshot, Consumer<List<Audit.Expected>> visitor) {
            // Ledger entries do not exist for these records.
        }

        @Override
        public void compare(Handle snapshot, Consumer<String> fault) {
            proof.accept(snapshot, fault);
        }
    }
}
