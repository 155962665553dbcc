package dev.sluice.dashboard.signin;

import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Visit;
import dev.sluice.db.Tx;
import dev.sluice.mail.Mail;
import dev.sluice.merchant.User;
import dev.sluice.notice.LocalizedMail;
import dev.sluice.page.Texts;
import dev.sluice.signin.Passkey;
import java.time.Instant;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/// Mails about a user's access, in the language of the person who causes them.
public final class Letters {
    private static final String BUNDLE = "dashboard.mail";
    private static final String ACCOUNT = "/dashboard/account";

    private final Door door;
    private final Supplier<Instant> now;

    /// @param now real time
    public Letters(Door door, Supplier<Instant> now) {
        this.door = door;
        this.now = now;
    }

    /// Mail with a link to reset the password.
    BiFunction<User, String, Mail> reset(Visit visit) {
        var texts = visit.texts(BUNDLE);
        return (user, link) ->
                new Mail(user.email(), texts.get("resetSubject"), texts.get("resetText", user.name(), address(link)));
    }

    /// Mail with a link to set the first password.
    public BiFunction<User, String, Mail> invitation(Visit visit) {
        return invitation(visit, visit.visitor().organization().name());
    }

    /// Invitation to an organization that is not the visitor's.
    public BiFunction<User, String, Mail> invitation(Visit visit, String organization) {
        var texts = visit.texts(BUNDLE);
        var inviter = visit.visitor().user().name();
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
                        door.address(ACCOUNT)));
    }

    /// Mail about a changed password, or about the first own password of an invited user or of one with a
    /// temporary password.
    public Function<User, Mail> changed(Visit visit) {
        return user ->
                changed(visit, user.invited() || user.firstPasswordUntil().isPresent() ? "first" : "changed", user);
    }

    private Mail changed(Visit visit, String key, User user) {
        var texts = visit.texts(BUNDLE);
        var place = visit.request().remoteAddress();
        return new Mail(
                user.email(),
                texts.get(key + "Subject"),
                texts.get(
                        key + "Text",
                        user.name(),
                        time(visit),
                        place,
                        door.address(PasswordPages.FORGOTTEN),
                        door.address(ACCOUNT)));
    }

    /// Mail about two-factor authentication that was turned on.
    public Function<User, Mail> factorOn(Visit visit) {
        return factor(visit, "factorOn");
    }

    /// Mail about two-factor authentication that was turned off.
    public Function<User, Mail> factorOff(Visit visit) {
        return factor(visit, "factorOff");
    }

    /// Mail about new recovery codes.
    public Function<User, Mail> codesRenewed(Visit visit) {
        return factor(visit, "codesRenewed");
    }

    /// Mail about second factors that an administrator has reset.
    public Function<User, Mail> factorsReset(Visit visit) {
        var texts = visit.texts(BUNDLE);
        var by = visit.visitor().user().name();
        return user -> new Mail(
                user.email(),
                texts.get("factorsResetSubject"),
                texts.get("factorsResetText", user.name(), by, time(visit), door.address(ACCOUNT)));
    }

    private Function<User, Mail> factor(Visit visit, String key) {
        var texts = visit.texts(BUNDLE);
        var place = visit.request().remoteAddress();
        return user -> new Mail(
                user.email(),
                texts.get(key + "Subject"),
                texts.get(key + "Text", user.name(), time(visit), place, door.address(PasswordPages.FORGOTTEN)));
    }

    /// Mail about a new passkey.
    public BiFunction<User, Passkey, Mail> passkeyAdded(Visit visit) {
        return passkey(visit, "passkeyAdded");
    }

    /// Mail about a removed passkey.
    public BiFunction<User, Passkey, Mail> passkeyRemoved(Visit visit) {
        return passkey(visit, "passkeyRemoved");
    }

    private BiFunction<User, Passkey, Mail> passkey(Visit visit, String key) {
        var texts = visit.texts(BUNDLE);
        var place = visit.request().remoteAddress();
        return (user, passkey) -> new Mail(
                user.email(),
                texts.get(key + "Subject"),
                texts.get(
                        key + "Text",
                        user.name(),
                        passkey.name(),
                        time(visit),
                        place,
                        door.address(ACCOUNT),
                        door.address(PasswordPages.FORGOTTEN)));
    }

    private String time(Visit visit) {
        return visit.look().inUtc().time(now.get());
    }

    private String address(String link) {
        return door.address(PasswordPages.address(link));
    }
}
