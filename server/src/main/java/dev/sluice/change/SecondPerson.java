package dev.sluice.change;

import dev.sluice.auth.Caller;
import dev.sluice.clock.Clocks;
import dev.sluice.db.Tx;
import dev.sluice.ledger.CoreServices;
import dev.sluice.mail.Mails;
import dev.sluice.merchant.Users;
import dev.sluice.notification.Notifications;
import dev.sluice.rail.TamperAlarm;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Approval of changes that programs make through the API. A change without an approval is refused, and waits as a
/// change request; sent again after the approval, it is carried out, once. For a person, the dashboard page has
/// already consumed the approval.
public final class SecondPerson {
    private final DualControl dualControl;
    private final ChangeRequests requests;
    private final OwnerMail owners;
    private final Clocks clocks;

    private SecondPerson(DualControl dualControl, ChangeRequests requests, OwnerMail owners, Clocks clocks) {
        this.dualControl = dualControl;
        this.requests = requests;
        this.owners = owners;
        this.clocks = clocks;
    }

    public static SecondPerson wire(
            CoreServices core, Users users, Notifications notifications, TamperAlarm alarm, Duration approverWait) {
        return new SecondPerson(
                new DualControl(core.organizations(), users, core.clocks(), core.sandbox(), approverWait),
                new ChangeRequests(core.database(), core.vault(), core.clocks(), notifications, alarm, approverWait),
                new OwnerMail(
                        core.organizations(),
                        Mails.wire(core.database(), core.vault(), core.clocks(), Optional.empty()),
                        core.baseUrl()),
                core.clocks());
    }

    /// Change that widens access, as described by a request.
    ///
    /// @param action name of the change in the audit log
    /// @param fields values that are sent
    /// @param before values that the change replaces
    public record Change(
            String action,
            @Nullable String subject,
            String path,
            List<ProposedChange.Field> fields,
            SortedMap<String, String> before) {
        public Change {
            fields = List.copyOf(fields);
            before = new TreeMap<>(before);
        }

        ProposedChange by(Caller caller) {
            return new ProposedChange(
                    caller.organizationId(),
                    new ProposedChange.Requester(caller.actorId(), caller.actorName(), caller.keyMaker()),
                    action,
                    subject,
                    path,
                    fields,
                    before,
                    "");
        }
    }

    public boolean isNeeded(Caller caller) {
        return caller.approval() == null && dualControl.isOn(caller.organizationId());
    }

    /// Writes a mail to the owners about a change by a program, in its transaction. For a person, the dashboard
    /// page writes the mail.
    public void mailOwners(Tx tx, Caller caller, Change change, String address) {
        if (caller.role() != null) {
            return;
        }
        var values = new TreeMap<>(change.before());
        change.fields().forEach(field -> values.merge(field.name(), field.value(), (one, more) -> one + ", " + more));
        owners.send(
                tx,
                new OwnerMail.CompletedChange(
                        caller.organizationId(),
                        caller.actorName(),
                        change.action(),
                        values,
                        clocks.realInstant(),
                        address,
                        Optional.empty(),
                        null));
    }

    /// Consumes the approval of a change in the transaction that carries it out.
    ///
    /// @throws Refused `APPROVAL_REQUIRED` if there is none
    public void require(Tx tx, Caller caller, Change change) {
        if (caller.role() != null
                || requests.consumeApproval(tx, change.by(caller)).isEmpty()) {
            throw Refusal.APPROVAL_REQUIRED.refused();
        }
    }

    /// Returns the refusal of an unapproved change, and creates its change request.
    public Refused waiting(Caller caller, Change change) {
        if (caller.role() != null) {
            return Refusal.APPROVAL_REQUIRED.refused();
        }
        UUID id = requests.request(change.by(caller)).id();
        return Refusal.APPROVAL_REQUIRED
                .refused()
                .withMessage("A second person has to approve this change (change request " + id
                        + " at the dashboard); send the request again once it is approved")
                .with("changeRequestId", id.toString());
    }
}
