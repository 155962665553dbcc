package dev.sluice.dashboard;

import dev.sluice.change.ChangeRequest;
import dev.sluice.change.ChangeState.CarriedOut;
import dev.sluice.http.Excerpt;
import dev.sluice.mail.Mail;
import dev.sluice.mail.Mails;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.User;
import dev.sluice.merchant.Users;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Mail to all owners of an organization about changes of who may do what, in the language of whoever made the change.
/// Nobody can turn it off: it is how owners learn of a change that they do not know of.
public final class OwnerMail {
    private static final String BUNDLE = "dashboard.mail";
    private static final String AUDIT = "dashboard.audit";
    private static final int FIELDS_MAX = 30;
    private static final int VALUE_LENGTH_MAX = 200;

    private final Users users;
    private final Mails mails;
    private final Supplier<URI> baseUrl;
    private final Supplier<Instant> now;

    /// @param now real time
    public OwnerMail(Users users, Mails mails, Supplier<URI> baseUrl, Supplier<Instant> now) {
        this.users = users;
        this.mails = mails;
        this.baseUrl = baseUrl;
        this.now = now;
    }

    /// @param approved the change request that was carried out, where a second person had to approve
    void tell(Visit visit, String template, Form.Told told, Optional<ChangeRequest> approved) {
        var texts = visit.texts(BUNDLE);
        var by = visit.visitor().user();
        var action = Deeds.action(template);
        var did = visit.texts(AUDIT).find("did." + action).orElse(action);
        var organization = visit.visitor().organization().name();
        var values = new TreeMap<>(told.before());
        values.putAll(told.given());
        var lines = values.entrySet().stream()
                .filter(each -> !each.getValue().isBlank())
                .limit(FIELDS_MAX)
                .map(each -> each.getKey() + ": " + Excerpt.of(each.getValue(), VALUE_LENGTH_MAX))
                .collect(Collectors.joining("\n"));
        var second = approved.map(ChangeRequest::state)
                .flatMap(state -> state instanceof CarriedOut(var decision, var _)
                        ? Optional.of(texts.get("ownersApproved", decision.name()))
                        : Optional.empty())
                .orElse("");
        var time = visit.look().time(now.get());
        send(
                by.organizationId(),
                owner -> new Mail(
                        owner.email(),
                        texts.get("ownersSubject", organization, did),
                        texts.get(
                                "ownersText",
                                owner.name(),
                                by.name() + " (" + by.email() + ")",
                                did,
                                time,
                                visit.request().remoteAddress(),
                                second,
                                lines,
                                baseUrl.get() + "/dashboard/audit")));
    }

    private void send(UUID organizationId, Function<User, Mail> letter) {
        mails.send(organizationId, owners(organizationId).stream().map(letter).toList());
    }

    private List<User> owners(UUID organizationId) {
        return users.list(organizationId).stream()
                .filter(user -> user.role() == Role.OWNER)
                .filter(user -> user.disabledAt().isEmpty() && !user.invited())
                .toList();
    }
}
