package dev.sluice.dashboard;

import dev.sluice.merchant.Guessing;
import dev.sluice.merchant.User;
import dev.sluice.merchant.Users;
import dev.sluice.page.Texts;

/// A password that somebody chooses, typed twice.
public final class NewPassword {
    private NewPassword() {}

    /// What is wrong with it, at the fields `password` and `again`.
    ///
    /// @param texts has `passwordLength`, `passwordEasy` and `passwordAgain`
    public static Problems problems(Texts texts, User user, String password, String again) {
        if (password.length() < Users.PASSWORD_LENGTH_MIN || password.length() > Users.PASSWORD_LENGTH_MAX) {
            return Problems.of(
                    "password", texts.get("passwordLength", Users.PASSWORD_LENGTH_MIN, Users.PASSWORD_LENGTH_MAX));
        }
        if (Guessing.isEasy(password, user)) {
            return Problems.of("password", texts.get("passwordEasy"));
        }
        return password.equals(again) ? Problems.none() : Problems.of("again", texts.get("passwordAgain"));
    }
}
