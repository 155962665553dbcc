package dev.sluice.recipient;

import dev.sluice.clock.Clocks;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Stored recipient of an organization. An inline recipient of a payout may lack e-mail and postal address.
///
/// @param userId the API client or key that stored it
public record Recipient(
        UUID organizationId, UUID id, UUID userId, Profile profile, Account account, Revision revision) {

    /// Personal data of the recipient. The name is shown in the list.
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
        /// Contains the name alone: the other fields are personal data, and records end up in logs.
        @Override
        public String toString() {
            return "Profile[" + name + "]";
        }
    }

    /// Account to which the recipient is paid, with an id of its own, and the bank's answer about its holder.
    public record Account(
            UUID id, BankDetails bank, @Nullable Verification verification) {}

    /// Revision of the recipient: rises by one with every change, and the time rises with it.
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

    /// True if the bank has reported that it has no such account.
    public boolean isAtNoAccount() {
        var verification = verification();
        return verification != null && verification.isNoAccount();
    }

    public Instant createdAt() {
        return Clocks.timeOf(id);
    }

    /// Currency of the account; every stored recipient has one.
    public String currency() {
        return present(bank().currency(), "currency");
    }

    /// Country of the bank; every stored recipient has one.
    public String country() {
        return present(bank().country(), "country");
    }

    /// Holder name of the account; every stored recipient has one.
    public String accountName() {
        return present(bank().accountName(), "account name");
    }

    /// Returns the recipient with the bank's answer about the account's holder.
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
