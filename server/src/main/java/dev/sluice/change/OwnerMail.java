package dev.sluice.change;

import dev.sluice.change.ChangeState.CarriedOut;
import dev.sluice.http.Excerpt;
import dev.sluice.mail.Mail;
import dev.sluice.mail.Mails;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.User;
import dev.sluice.merchant.Users;
import dev.sluice.page.Texts;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Mail to all owners of an organization about changes of who may do what. Nobody can turn it off: it is how owners
/// learn of a change that they do not know of.
public final class OwnerMail {
    private static final String BUNDLE = "dashboard.mail";
    private static final String ACTIONS = "dashboard.audit";
    private static final int FIELDS_MAX = 30;
    private static final int VALUE_LENGTH_MAX = 200;

    private final Organizations organizations;
    private final Users users;
    private final Mails mails;
    private final Supplier<URI> baseUrl;

    public OwnerMail(Organizations organizations, Users users, Mails mails, Supplier<URI> baseUrl) {
        this.organizations = organizations;
        this.users = users;
        this.mails = mails;
        this.baseUrl = baseUrl;
    }

    /// Change that was made.
    ///
    /// @param by name of who made it, and what tells them from others of that name
    /// @param action name of the change in the audit log
    /// @param values that were given and replaced, by the names of fields
    /// @param time as owners read it
    /// @param from address from which it was made
    /// @param approved change request that was carried out, where a second person had to approve
    /// @param told the person who gets a mail of their own about it; null where there is none
    public record News(
            UUID organizationId,
            String by,
            String action,
            SortedMap<String, String> values,
            String time,
            String from,
            Optional<ChangeRequest> approved,
            @Nullable UUID told) {
        public News {
            values = new TreeMap<>(values);
        }
    }

    /// Writes the mail to all owners who have access.
    ///
    /// @param language of whoever made the change
    public void tell(News news, String language) {
        var texts = Texts.of(BUNDLE, language, Texts.LANGUAGES_OF_EVERY_PAGE);
        var did = Texts.of(ACTIONS, language, Texts.LANGUAGES_OF_EVERY_PAGE)
                .find("did." + news.action())
                .orElse(news.action());
        var subject = texts.get(
                "ownersSubject", organizations.get(news.organizationId()).name(), did);
        var second = news.approved()
                .map(ChangeRequest::state)
                .map(state -> state instanceof CarriedOut(var decision, var _)
                        ? texts.get("ownersApproved", decision.name())
                        : "")
                .orElse("");
        mails.send(
                news.organizationId(),
                owners(news.organizationId()).stream()
                        .filter(owner -> !owner.id().equals(news.told()))
                        .map(owner -> new Mail(
                                owner.email(),
                                subject,
                                texts.get(
                                        "ownersText",
                                        owner.name(),
                                        news.by(),
                                        did,
                                        news.time(),
                                        news.from(),
                                        second,
                                        lines(news.values()),
                                        baseUrl.get() + "/dashboard/audit")))
                        .toList());
    }

    private static String lines(SortedMap<String, String> values) {
        return values.entrySet().stream()
                .filter(each -> !each.getValue().isBlank())
                .limit(FIELDS_MAX)
                .map(each -> each.getKey() + ": " + Excerpt.of(each.getValue(), VALUE_LENGTH_MAX))
                .collect(Collectors.joining("\n"));
    }

    private List<User> owners(UUID organizationId) {
        return users.list(organizationId).stream()
                .filter(user -> user.role() == Role.OWNER)
                .filter(user -> user.disabledAt().isEmpty() && !user.invited())
                .toList();
    }
}
