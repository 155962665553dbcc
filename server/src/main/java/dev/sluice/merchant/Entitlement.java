package dev.sluice.merchant;

import java.time.Duration;
import java.time.Instant;

/// Start of a person's entitlement to approve changes: the time at which their account was created, their role or
/// access was given, another person replaced their password or reset their second factor, or they set up their first
/// second factor. Approvals need an entitlement of some age. Otherwise a person who creates accounts could create the
/// second person for their own changes.
///
/// @param since real time of the last of these
/// @param consent number of people who agreed to it; with two, no waiting time applies
public record Entitlement(Instant since, Consent consent) {
    /// Returns the time from which the person may approve changes.
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
