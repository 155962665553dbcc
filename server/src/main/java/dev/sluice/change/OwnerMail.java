package dev.sluice.change;

import dev.sluice.change.ChangeState.CarriedOut;
import dev.sluice.db.Tx;
import dev.sluice.http.Excerpt;
import dev.sluice.mail.Mail;
import dev.sluice.mail.Mails;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.User;
import dev.sluice.merchant.Users;
import dev.sluice.notification.LocalizedMail;
import dev.sluice.page.ActionWords;
import dev.sluice.page.FieldWords;
import dev.sluice.page.Texts;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Mail to all owners of an organization about changes of permissions. It cannot be turned off, since it informs
/// owners of changes that they did not make.
public final class OwnerMail {
    private static final String BUNDLE = "dashboard.mail";
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}+");
    private static final int FIELDS_MAX = 30;
    private static final int VALUE_LENGTH_MAX = 200;

    private final Organizations organizations;
    private final Mails mails;
    private final Supplier<URI> baseUrl;

    public OwnerMail(Organizations organizations, Mails mails, Supplier<URI> baseUrl) {
        this.organizations = organizations;
        this.mails = mails;
        this.baseUrl = baseUrl;
    }

    /// Completed change.
    ///
    /// @param by name of the actor, with a distinction from others of that name
    /// @param action name of the change in the audit log
    /// @param values new and replaced values, by the names of fields
    /// @param at real time of the change
    /// @param from network address of the actor
    /// @param approved change request that was carried out, if a second person had to approve
    /// @param separateRecipient recipient of a separate mail about it; null if there is none
    public record CompletedChange(
            UUID organizationId,
            String by,
            String action,
            SortedMap<String, String> values,
            Instant at,
            String from,
            Optional<ChangeRequest> approved,
            @Nullable UUID separateRecipient) {
        public CompletedChange {
            values = new TreeMap<>(values);
        }
    }

    /// Writes the mail to all owners with access.
    public void send(CompletedChange change) {
        mails.send(change.organizationId(), tx -> mails(tx, change));
    }

    /// Writes the mails in the transaction of the change.
    public void send(Tx tx, CompletedChange change) {
        mails(tx, change).forEach(each -> mails.send(tx, change.organizationId(), each));
    }

    private List<Mail> mails(Tx tx, CompletedChange change) {
        var organization = organizations.get(change.organizationId()).name();
        return owners(tx, change.organizationId()).stream()
                .filter(owner -> !owner.id().equals(change.separateRecipient()))
                .map(owner -> LocalizedMail.of(
                        tx,
                        owner,
                        BUNDLE,
                        texts -> texts.get("ownersSubject", organization, did(texts, change)),
                        texts -> text(texts, owner, change)))
                .toList();
    }

    private static String did(Texts texts, CompletedChange change) {
        var actions = Texts.of(ActionWords.BUNDLE, texts.language(), Texts.LANGUAGES_OF_EVERY_PAGE);
        return ActionWords.of(actions, change.action(), change.values());
    }

    private String text(Texts texts, User owner, CompletedChange change) {
        var second = change.approved()
                .map(ChangeRequest::state)
                .map(state -> state instanceof CarriedOut(var decision, var _)
                        ? texts.get("ownersApproved", decision.name())
                        : "")
                .orElse("");
        return texts.get(
                "ownersText",
                owner.name(),
                change.by(),
                did(texts, change),
                LocalizedMail.time(texts, change.at()),
                change.from(),
                second,
                lines(texts, change.values()),
                baseUrl.get() + "/dashboard/audit");
    }

    private static String lines(Texts texts, SortedMap<String, String> values) {
        var fieldNames = FieldWords.in(texts);
        var lines = Stream.concat(
                        values.entrySet().stream().filter(each -> FieldWords.isBefore(each.getKey())),
                        values.entrySet().stream().filter(each -> !FieldWords.isBefore(each.getKey())))
                .filter(each -> !each.getValue().isBlank())
                .map(each -> line(texts, fieldNames, each.getKey(), each.getValue()))
                .toList();
        var more = lines.size() > FIELDS_MAX ? "\n+" + (lines.size() - FIELDS_MAX) : "";
        return lines.stream().limit(FIELDS_MAX).collect(Collectors.joining("\n")) + more;
    }

    private static String line(Texts texts, FieldWords fieldNames, String field, String value) {
        var label = fieldNames.label(field);
        return (FieldWords.isBefore(field) ? texts.get("ownersBefore", label) : label) + ": "
                + oneLine(fieldNames.value(field, value));
    }

    /// Formats a value so that it cannot be mistaken for the service's own text.
    private static String oneLine(String value) {
        return Excerpt.of(CONTROL.matcher(value).replaceAll(" "), VALUE_LENGTH_MAX);
    }

    private static List<User> owners(Tx tx, UUID organizationId) {
        return Users.list(tx, organizationId).stream()
                .filter(user -> user.role() == Role.OWNER)
                .filter(user -> user.disabledAt().isEmpty() && !user.invited())
                .toList();
    }
}
