package dev.sluice.rail.iso20022.inbound;

import dev.sluice.db.Tx;
import dev.sluice.http.Ids;
import dev.sluice.rail.iso20022.decision.BankDecision;
import dev.sluice.rail.iso20022.decision.DecisionEffect;
import dev.sluice.rail.iso20022.decision.DecisionRefused;
import dev.sluice.rail.iso20022.decision.DecisionRequest;
import dev.sluice.rail.iso20022.inbound.InboundFile.State;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.vault.Vault;
import java.util.List;
import java.util.Objects;

/// Release of a held file by two people: the file is applied although it fails a check.
public final class FileRelease implements DecisionEffect {
    /// The only verdict.
    public static final String VERDICT = "release";

    private final BankInbox inbox;
    private final InboundFileStore store;
    private final List<BankProfile> profiles;

    public FileRelease(BankInbox inbox, Vault vault, List<BankProfile> profiles) {
        this.inbox = inbox;
        this.store = new InboundFileStore(vault);
        this.profiles = List.copyOf(profiles);
    }

    @Override
    public void check(Tx tx, DecisionRequest request) {
        if (!request.verdict().equals(VERDICT)) {
            throw DecisionRefused.notPossible("verdict: must be " + VERDICT);
        }
        var file = held(tx, request);
        tx.handle().savepoint(VERDICT);
        released(tx, request, file, "-", "-");
        tx.handle().rollbackToSavepoint(VERDICT);
    }

    @Override
    public void apply(Tx tx, BankDecision decision) {
        var second = Objects.requireNonNull(decision.state().end()).by();
        var request = decision.request();
        released(tx, request, held(tx, request), decision.requestedBy().name(), second.name());
    }

    private InboundFile held(Tx tx, DecisionRequest request) {
        var file = Ids.parse(request.subject())
                .flatMap(id -> store.lock(tx, id))
                .filter(each -> each.account().equals(request.account()))
                .orElseThrow(() -> DecisionRefused.notPossible(
                        "the account " + request.account() + " has no inbound file " + request.subject()));
        if (file.state() != State.HELD) {
            throw DecisionRefused.notPossible("the file is not held any more");
        }
        return file;
    }

    private void released(Tx tx, DecisionRequest request, InboundFile file, String by, String second) {
        var profile = profiles.stream()
                .filter(each -> each.id().equals(request.account()))
                .findFirst()
                .orElseThrow(
                        () -> DecisionRefused.notPossible("the account " + request.account() + " has no profile here"));
        var released = inbox.release(tx, profile, file.id(), by, second);
        if (released.state() != State.APPLIED) {
            var hold = released.hold();
            throw DecisionRefused.notPossible(
                    "the file cannot be applied: " + (hold == null ? "it is " + released.state() : hold.reason()));
        }
    }
}
