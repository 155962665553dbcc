package dev.sluice.dashboard;

import dev.sluice.merchant.PasswordStrength;
import dev.sluice.merchant.User;
import dev.sluice.merchant.Users;
import dev.sluice.page.Texts;

/// Validates a new password that is typed twice.
public final class NewPassword {
    private final BreachedPasswords breachedPasswords;

    public NewPassword(BreachedPasswords breachedPasswords) {
        this.breachedPasswords = breachedPasswords;
    }

    /// Returns the problems at the fields `password` and `again`.
    ///
    /// @param texts has `passwordLength`, `passwordEasy`, `passwordBreached` and `passwordAgain`
    public Problems problems(Texts texts, User user, String password, String again) {
        if (password.length() < Users.PASSWORD_LENGTH_MIN || password.length() > Users.PASSWORD_LENGTH_MAX) {
            return Problems.of(
                    "password", texts.get("passwordLength", Users.PASSWORD_LENGTH_MIN, Users.PASSWORD_LENGTH_MAX));
        }
        if (PasswordStrength.isEasy(password, user)) {
            return Problems.of("password", texts.get("passwordEasy"));
        }
        if (!password.equals(again)) {
            return Problems.of("passwordConfirmation", texts.get("passwordAgain"));
        }
        return breachedPasswords.know(password)
                ? Problems.of("password", texts.get("passwordBreached"))
                : Problems.none();
    }
}
