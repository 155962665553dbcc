package dev.sluice.ownership;

import dev.sluice.audit.AuditAction;
import dev.sluice.audit.Audits;
import dev.sluice.db.Tx;
import dev.sluice.mail.Mails;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.User;
import dev.sluice.merchant.Users;
import dev.sluice.notification.Kind;
import dev.sluice.notification.Notifications;
import dev.sluice.notification.Subject;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Announces a change in the transaction of its step: to owners by mail, to operators by notices, and in the audit
/// logs of operators and of the organization, unless the caller writes those.
final class Announcements {
    private static final Logger LOG = LoggerFactory.getLogger(Announcements.class);

    /// Placeholder for a hidden network address.
    private static final String ELSEWHERE = "–";

    private static final int DONE = 200;

    private final Organizations organizations;
    private final Mails mails;
    private final Notifications notifications;
    private final Audits audits;
    private final OwnerChangeMails ownerMails;

    Announcements(
            Organizations organizations,
            Mails mails,
            Notifications notifications,
            Audits audits,
            OwnerChangeMails ownerMails) {
        this.organizations = organizations;
        this.mails = mails;
        this.notifications = notifications;
        this.audits = audits;
        this.ownerMails = ownerMails;
    }

    /// Returns the owners to notify of a change. They can object to it.
    static List<User> owners(Tx tx, UUID organizationId) {
        return Users.list(tx, organizationId).stream()
                .filter(User::isActiveOwner)
                .toList();
    }

    /// @param owners recipients of the mail
    void announce(Tx tx, List<User> owners, OwnerChange change, OwnerChangeEvent event, Participant by, String reason) {
        var organizationId = change.request().organizationId();
        var topic = change.request().id();
        owners.forEach(
                owner -> mails.send(tx, organizationId, topic, ownerMails.about(tx, owner, change, event, by, reason)));
        switch (event) {
            case REQUESTED, OBJECTED, FAILED -> report(tx, organizationId, event.name());
            case APPROVED, CONFIRMED, WITHDRAWN, DONE, LAPSED -> {}
        }
        note(tx, change, event, by, reason);
    }

    /// Returns the time at which a mail server first accepted a mail to an owner about a change; empty before
    /// that.
    Optional<Instant> accepted(Tx tx, OwnerChange change) {
        return mails.accepted(
                tx, change.request().organizationId(), change.request().id());
    }

    /// Notifies the other owners that an operator ended an owner's access at once.
    void accessTaken(Tx tx, List<User> owners, User taken, String reason) {
        owners.forEach(
                owner -> mails.send(tx, owner.organizationId(), ownerMails.accessTaken(tx, owner, taken, reason)));
    }

    /// Reports a change whose rows differ from the record that the service wrote.
    void tampered(Tx tx, UUID organizationId, UUID id) {
        LOG.error("owner change {} of organization {} was changed in the database: it is refused", id, organizationId);
        report(tx, organizationId, "TAMPERED");
    }

    private void report(Tx tx, UUID organizationId, String event) {
        var name = organizations.get(organizationId).name();
        notifications.report(
                tx, Kind.OWNER_CHANGE, List.of(new Subject(organizationId.toString(), null, null, name, event)));
    }

    /// Pages and commands write the log of the organization that they act for. The entries of all other logs are
    /// written here.
    private void note(Tx tx, OwnerChange change, OwnerChangeEvent event, Participant by, String reason) {
        var request = change.request();
        var whose = new LinkedHashSet<UUID>();
        Users.operators(tx).stream().map(User::organizationId).forEach(whose::add);
        if (whose.isEmpty()) {
            whose.add(Notifications.OPERATORS);
        }
        whose.remove(by.organizationId());
        whose.remove(request.organizationId());
        if (by.equals(Participant.SERVICE)) {
            whose.add(request.organizationId());
        }
        var fields = new HashMap<String, String>();
        fields.put("organization", request.organizationId().toString());
        fields.put("kind", request.proposed().kind());
        fields.put("email", request.proposed().email());
        if (!reason.isEmpty()) {
            fields.put("reason", reason);
        }
        var role = event == OwnerChangeEvent.OBJECTED ? Role.OWNER : Role.OPERATOR;
        var action = "ownership/" + event.name().toLowerCase(Locale.ROOT);
        whose.forEach(each -> audits.record(
                tx,
                new AuditAction(
                        new AuditAction.Actor(each, by.id(), by.name(), role.name(), ELSEWHERE),
                        action,
                        request.id().toString(),
                        fields),
                DONE));
    }
}
