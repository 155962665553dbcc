package dev.sluice.rail.iso20022.payout;

import dev.sluice.db.Tx;
import dev.sluice.iso20022.write.EndToEndIds;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.iso20022.decision.DecisionPerson;
import dev.sluice.rail.iso20022.decision.DecisionRefused;
import dev.sluice.rail.iso20022.decision.DecisionRefused.Reason;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Outgoing files for people: their content, their delivery, and their upload by hand. The
/// callers check rights and write the audit log.
public final class OutgoingFiles {
    private final BankPayouts.Dependencies dependencies;
    private final FileContent contents;
    private final VoidFiles voids;

    public OutgoingFiles(BankPayouts.Dependencies dependencies) {
        this.dependencies = dependencies;
        this.contents = new FileContent(dependencies.vault());
        this.voids = new VoidFiles(dependencies.vault());
    }

    /// A file with its attempts and payouts.
    ///
    /// @param summary the file as the list shows it
    /// @param sha256 hash of the bytes, in hexadecimal
    /// @param deliveredAt null while it is not known to be delivered
    /// @param taken the uploader by hand; null if nobody took it
    /// @param voided why the bank does not have it; null if it is not void
    /// @param maybeTwice the bank may have more than one copy, so that a rejection proves nothing
    public record Shown(
            BankPayouts.OutgoingFile summary,
            String name,
            String sha256,
            @Nullable Instant deliveredAt,
            @Nullable Note taken,
            @Nullable Note voided,
            boolean maybeTwice,
            @Nullable Instant statusAt,
            List<Attempt> attempts,
            List<Payout> payouts) {
        public Shown {
            attempts = List.copyOf(attempts);
            payouts = List.copyOf(payouts);
        }

        public String msgId() {
            return summary.msgId();
        }

        public String account() {
            return summary.account();
        }
    }

    /// An action by a person, with its time.
    public record Note(String text, Instant at) {}

    /// An attempt to deliver a file.
    ///
    /// @param result `delivered`, `failed` or `doubtful`; null while it goes on
    public record Attempt(
            int number,
            Instant startedAt,
            @Nullable Instant endedAt,
            @Nullable String result,
            @Nullable String message) {}

    /// A payout of a file.
    ///
    /// @param state of its order: `queued`, `sealed`, `settled`, `rejected`, `cancelled` or `returned`
    /// @param status the bank's latest status, with its reason
    /// @param doubt why its outcome is uncertain; null if it is not
    /// @param laterFile MsgId of the file that has it now; null if it is this one, or it is queued
    public record Payout(
            PayoutRef ref,
            String endToEndId,
            BigDecimal amount,
            String state,
            @Nullable String status,
            @Nullable String doubt,
            @Nullable String recall,
            @Nullable String laterFile) {}

    /// @param file its MsgId or its name
    public Optional<Shown> find(String file) {
        return dependencies.database().read(handle -> ShownStore.find(handle, file));
    }

    /// Returns the account that pays a payout.
    ///
    /// @param payout its id, or its EndToEndId
    /// @throws DecisionRefused `UNKNOWN` if no account does
    public OnAccount payout(String payout) {
        var id = id(payout);
        var orders = dependencies
                .database()
                .inTx(tx -> OrderStore.lockNamed(
                        tx, id.map(EndToEndIds::of).stream().toList()));
        return orders.stream()
                .findFirst()
                .map(order -> new OnAccount(order.bank(), order.payout().payoutId()))
                .orElseThrow(() ->
                        new DecisionRefused(Reason.UNKNOWN, "there is no payout " + payout + " by a bank account"));
    }

    /// A payout's account.
    ///
    /// @param account id of the profile
    public record OnAccount(String account, UUID payout) {}

    private static Optional<UUID> id(String payout) {
        try {
            return Optional.of(UUID.fromString(payout));
        } catch (IllegalArgumentException noUuid) {
            return EndToEndIds.payout(payout);
        }
    }

    /// Returns the bytes of a file.
    ///
    /// @throws DecisionRefused `UNKNOWN`; `ALTERED` if they are not those that the service sealed
    public byte[] content(String msgId) {
        return dependencies.database().inTx(tx -> content(lock(tx, msgId)));
    }

    private byte[] content(BankFile file) {
        var bytes = contents.open(file);
        if (bytes == null) {
            throw altered(file);
        }
        return bytes;
    }

    private static DecisionRefused altered(BankFile file) {
        return new DecisionRefused(
                Reason.ALTERED, "the file " + file.msgId() + " was changed in the database; it must not be sent");
    }

    /// Gives a file to a person for an upload by hand. From then on, no node sends it. The same person
    /// gets the bytes again.
    ///
    /// @return the bytes, checked as before an upload
    /// @throws DecisionRefused if a node may have sent it, or another person took it
    public byte[] take(String msgId, DecisionPerson by) {
        return dependencies.database().inTx(tx -> {
            var file = lock(tx, msgId);
            requireTakeable(file);
            var orders = OrderStore.ofFile(tx, file);
            requireFree(file, orders);
            var bytes = content(file);
            var sum =
                    orders.stream().map(each -> each.order().amount().units()).reduce(BigInteger.ZERO, BigInteger::add);
            if (!sum.equals(file.units())) {
                throw altered(file);
            }
            var taken = HandStore.takenBy(tx, file.id());
            if (taken.isPresent() && !taken.get().equals(by.name())) {
                throw DecisionRefused.notPossible(
                        taken.get() + " took the file " + msgId + "; ask this person, or declare the file void");
            }
            if (taken.isEmpty()) {
                HandStore.take(tx, file, by.name(), dependencies.clocks().instant());
            }
            return bytes;
        });
    }

    private static void requireTakeable(BankFile file) {
        switch (file.state()) {
            case SEALED, UPLOADING, TAKEN -> {
                // The final name was not given yet, and will not be.
            }
            case READY ->
                throw DecisionRefused.notPossible("a node may be about to send the file " + file.msgId()
                        + "; try again once it is delivered or doubtful");
            case DOUBTFUL ->
                throw DecisionRefused.notPossible("the bank may have the file " + file.msgId()
                        + "; ask the bank, then resolve its payouts or declare the file void");
            case DELIVERED, VOID ->
                throw DecisionRefused.notPossible(
                        "the file " + file.msgId() + " is " + file.state().stored());
        }
    }

    /// The checks before an upload: the rail runs, and no organization of the file is frozen.
    private void requireFree(BankFile file, List<OrderStore.Stored> orders) {
        var suspension = dependencies.suspension();
        if (suspension.isStopped("bank-" + file.bank())) {
            throw DecisionRefused.notPossible("the rail bank-" + file.bank() + " is stopped; start it first");
        }
        if (orders.stream().anyMatch(each -> !each.order().state().isOpen())) {
            throw DecisionRefused.notPossible("a payout of the file " + file.msgId() + " has ended");
        }
        var frozen = suspension.frozen().get();
        if (orders.stream()
                .anyMatch(each -> frozen.contains(each.order().payout().organizationId()))) {
            throw DecisionRefused.notPossible(
                    "the file " + file.msgId() + " pays for a frozen organization; unfreeze it first");
        }
    }

    /// A person has uploaded a file that was taken. Told twice, it is delivered once.
    ///
    /// @throws DecisionRefused if it was not taken
    public void delivered(String msgId) {
        dependencies.database().run(tx -> {
            var file = lock(tx, msgId);
            if (file.state() == BankFile.State.TAKEN) {
                FileStore.delivered(tx, file, dependencies.clocks().instant());
            } else if (file.state() != BankFile.State.DELIVERED) {
                throw DecisionRefused.notPossible("the file " + msgId + " is "
                        + file.state().stored() + "; only a file that was taken is uploaded by hand");
            }
        });
    }

    /// Ends a file that was certainly never sent. Its payouts are queued again.
    ///
    /// @return false if two people have to decide, because a person or a node may have sent it
    /// @throws DecisionRefused if it cannot be void
    public boolean voidUnsent(String msgId, String reason) {
        return dependencies.database().inTx(tx -> {
            var file = lock(tx, msgId);
            if (file.isUnsent()) {
                voids.end(tx, file, reason, dependencies.clocks().instant());
            } else if (file.state() == BankFile.State.SEALED
                    || file.state() == BankFile.State.UPLOADING
                    || file.state() == BankFile.State.READY) {
                throw DecisionRefused.notPossible("a node sends the file " + msgId + " at the moment ("
                        + file.state().stored() + "); take it first, or wait for its end");
            } else if (file.state() == BankFile.State.DELIVERED) {
                throw DecisionRefused.notPossible("the bank has the file " + msgId + "; cancel its payouts instead");
            }
            return file.isUnsent() || file.state() == BankFile.State.VOID;
        });
    }

    private static BankFile lock(Tx tx, String msgId) {
        return FileStore.lock(tx, msgId)
                .orElseThrow(() -> new DecisionRefused(Reason.UNKNOWN, "there is no file " + msgId));
    }
}
