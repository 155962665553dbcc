package dev.sluice.dashboard.signin;

import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.PageContext;
import dev.sluice.db.Tx;
import dev.sluice.mail.Mail;
import dev.sluice.merchant.User;
import dev.sluice.notification.LocalizedMail;
import dev.sluice.page.Texts;
import dev.sluice.signin.Passkey;
import java.time.Instant;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/// Mails about a user's access, in the language of the person who causes them.
public final class AccessMails {
    private static final String BUNDLE = "dashboard.mail";
    private static final String ACCOUNT = "/dashboard/account";

    private final DashboardGuard guard;
    private final Supplier<Instant> now;

    /// @param now real time
    public AccessMails(DashboardGuard guard, Supplier<Instant> now) {
        this.guard = guard;
        this.now = now;
    }

    /// Mail with a link to reset the password.
    BiFunction<User, String, Mail> reset(PageContext context) {
        var texts = context.texts(BUNDLE);
        return (user, link) ->
                new Mail(user.email(), texts.get("resetSubject"), texts.get("resetText", user.name(), address(link)));
    }

    /// Mail with a link to set the first password.
    public BiFunction<User, String, Mail> invitation(PageContext context) {
        return invitation(context, context.visitor().organization().name());
    }

    /// Invitation to an organization that is not the visitor's.
    public BiFunction<User, String, Mail> invitation(PageContext context, String organization) {
        var texts = context.texts(BUNDLE);
        var inviter = context.visitor().user().name();
        return (user, link) -> new Mail(
                user.email(),
                texts.get("invitationSubject", organization),
                texts.get("invitationText", user.name(), inviter, organization, address(link), user.email()));
    }

    /// Invitation by an earlier change request of an operator, in the language of the request.
    ///
    /// @param inviter name of the operator
    public BiFunction<User, String, Mail> invitation(String language, String inviter, String organization) {
        var texts = Texts.of(BUNDLE, language, Texts.LANGUAGES_OF_EVERY_PAGE);
        return (user, link) -> new Mail(
                user.email(),
                texts.get("invitationSubject", organization),
                texts.get("invitationText", user.name(), inviter, organization, address(link), user.email()));
    }

    /// Mail about second factors that an earlier change request of an operator has reset.
    public Mail factorsReset(Tx tx, User user, String by) {
        return LocalizedMail.of(
                tx,
                user,
                BUNDLE,
                texts -> texts.get("factorsResetSubject"),
                texts -> texts.get(
                        "factorsResetText",
                        user.name(),
                        by,
                        LocalizedMail.time(texts, now.get()),
                        guard.address(ACCOUNT)));
    }

    /// Mail about a changed password, or about the first own password of an invited user or of one with a
    /// temporary password.
    public Function<User, Mail> changed(PageContext context) {
        return user ->
                changed(context, user.invited() || user.firstPasswordUntil().isPresent() ? "first" : "changed", user);
    }

    private Mail changed(PageContext context, String key, User user) {
        var texts = context.texts(BUNDLE);
        var place = context.request().remoteAddress();
        return new Mail(
                user.email(),
                texts.get(key + "Subject"),
                texts.get(
                        key + "Text",
                        user.name(),
                        time(context),
                        place,
                        guard.address(PasswordPages.FORGOTTEN),
                        guard.address(ACCOUNT)));
    }

    /// Mail about two-factor authentication that was turned on.
    public Function<User, Mail> factorOn(PageContext context) {
        return factor(context, "factorOn");
    }

    /// Mail about two-factor authentication that was turned off.
    public Function<User, Mail> factorOff(PageContext context) {
        return factor(context, "factorOff");
    }

    /// Mail about new recovery codes.
    public Function<User, Mail> codesRenewed(PageContext context) {
        return factor(context, "codesRenewed");
    }

    /// Mail about second factors that an administrator has reset.
    public Function<User, Mail> factorsReset(PageContext context) {
        var texts = context.texts(BUNDLE);
        var by = context.visitor().user().name();
        return user -> new Mail(
                user.email(),
                texts.get("factorsResetSubject"),
                texts.get("factorsResetText", user.name(), by, time(context), guard.address(ACCOUNT)));
    }

    private Function<User, Mail> factor(PageContext context, String key) {
        var texts = context.texts(BUNDLE);
        var place = context.request().remoteAddress();
        return user -> new Mail(
                user.email(),
                texts.get(key + "Subject"),
                texts.get(key + "Text", user.name(), time(context), place, guard.address(PasswordPages.FORGOTTEN)));
    }

    /// Mail about a new passkey.
    public BiFunction<User, Passkey, Mail> passkeyAdded(PageContext context) {
        return passkey(context, "passkeyAdded");
    }

    /// Mail about a removed passkey.
    public BiFunction<User, Passkey, Mail> passkeyRemoved(PageContext context) {
        return passkey(context, "passkeyRemoved");
    }

    private BiFunction<User, Passkey, Mail> passkey(PageContext context, String key) {
        var texts = context.texts(BUNDLE);
        var place = context.request().remoteAddress();
        return (user, passkey) -> new Mail(
                user.email(),
                texts.get(key + "Subject"),
                texts.get(
                        key + "Text",
                        user.name(),
                        passkey.name(),
                        time(context),
                        place,
                        guard.address(ACCOUNT),
                        guard.address(PasswordPages.FORGOTTEN)));
    }

    private String time(PageContext context) {
        return context.formats().inUtc().time(now.get());
    }

    private String address(String link) {
        return guard.address(PasswordPages.address(link));
    }
}
