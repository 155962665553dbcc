package dev.sluice.recipient;

import dev.sluice.clock.Clocks;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A payee of an organization, as stored. One that was given inline in a payout may lack e-mail and postal address.
///
/// @param userId who stored it: the API client or key
public record Recipient(
        UUID organizationId, UUID id, UUID userId, Profile profile, Account account, Revision revision) {

    /// Who the payee is. The name controls how the payee appears in the list.
    ///
    /// @param reference free additional information
    public record Profile(
            String name,
            @Nullable RecipientType type,
            @Nullable String email,
            @Nullable String address,
            @Nullable String city,
            @Nullable String postCode,
            @Nullable String reference) {
        /// Shows the name alone: the rest is personal, and records end up in logs.
        @Override
        public String toString() {
            return "Profile[" + name + "]";
        }
    }

    /// Where the payee is paid, with an id of its own, and whose account it is by the bank's word.
    public record Account(
            UUID id, BankDetails bank, @Nullable Verification verification) {}

    /// Which state of the payee this is: rises by one with every change, and the time rises with it.
    public record Revision(int sequence, Instant updatedAt) {
        Revision next(Instant now) {
            return new Revision(sequence + 1, Clocks.after(updatedAt, now));
        }
    }

    public String name() {
        return profile.name();
    }

    public @Nullable String email() {
        return profile.email();
    }

    public BankDetails bank() {
        return account.bank();
    }

    public @Nullable Verification verification() {
        return account.verification();
    }

    /// True where the bank has said that it has no such account.
    public boolean isAtNoAccount() {
        var verification = verification();
        return verification != null && verification.isNoAccount();
    }

    public Instant createdAt() {
        return Clocks.timeOf(id);
    }

    /// The currency of the account; every stored payee has one.
    public String currency() {
        return present(bank().currency(), "currency");
    }

    /// The country of the bank; every stored payee has one.
    public String country() {
        return present(bank().country(), "country");
    }

    /// The name that the account is under; every stored payee has one.
    public String accountName() {
        return present(bank().accountName(), "account name");
    }

    /// The same payee with the bank's answer to whose account it is.
    public Recipient with(Verification verification) {
        return new Recipient(
                organizationId, id, userId, profile, new Account(account.id(), account.bank(), verification), revision);
    }

    private String present(@Nullable String value, String what) {
        if (value == null) {
            throw new IllegalStateException("recipient " + id + " has no " + what);
        }
        return value;
    }
}
