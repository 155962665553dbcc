package dev.sluice.merchant;

import java.time.Duration;
import java.time.Instant;

/// The moment from which somebody has been what they are: when their account, role or access was given, when somebody
/// else replaced their password or reset their second factor, or when they set up their first second factor. A second
/// person for a change is one for some time already: otherwise whoever makes accounts makes a second person for
/// themselves.
///
/// @param since real time of the last of these
/// @param consent number of people who agreed to it; where two did, no time has to pass
public record Entitlement(Instant since, Consent consent) {
    /// Time from which they approve changes.
    ///
    /// @param wait time that has to pass
    public Instant approvesFrom(Duration wait) {
        return switch (consent) {
            case ONE -> since.plus(wait);
            case TWO -> since;
        };
    }

    public boolean approves(Duration wait, Instant now) {
        return !now.isBefore(approvesFrom(wait));
    }
}
