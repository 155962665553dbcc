package dev.sluice.dashboard.signin;

import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.Visit;
import dev.sluice.mail.Mail;
import dev.sluice.merchant.User;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;

/// The letters that people get about their access, in the language of whoever causes them.
public final class Letters {
    private static final String BUNDLE = "dashboard.mail";

    private final Door door;

    public Letters(Door door) {
        this.door = door;
    }

    /// A link for a new password.
    BiFunction<User, String, Mail> reset(Visit visit) {
        var texts = visit.texts(BUNDLE);
        return (user, link) ->
                new Mail(user.email(), texts.get("resetSubject"), texts.get("resetText", user.name(), address(link)));
    }

    /// A link for the first password.
    public BiFunction<User, String, Mail> invitation(Visit visit) {
        var texts = visit.texts(BUNDLE);
        var organization = visit.visitor().organization().name();
        var inviter = visit.visitor().user().name();
        return (user, link) -> new Mail(
                user.email(),
                texts.get("invitationSubject", organization),
                texts.get("invitationText", user.name(), inviter, organization, address(link), user.email()));
    }

    /// The password was changed.
    public Function<User, Mail> changed(Visit visit) {
        var texts = visit.texts(BUNDLE);
        var place = visit.request().remoteAddress();
        return user -> new Mail(
                user.email(),
                texts.get("changedSubject"),
                texts.get("changedText", user.name(), place, door.address(PasswordPages.FORGOTTEN)));
    }

    private String address(String link) {
        return door.address(Links.of(PasswordPages.NEW, Map.of("token", link)));
    }
}
