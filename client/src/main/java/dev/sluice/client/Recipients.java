package dev.sluice.client;

import dev.sluice.client.model.BankDetails;
import dev.sluice.client.model.Page;
import dev.sluice.client.model.Recipient;
import dev.sluice.client.model.RecipientDetails;
import dev.sluice.client.model.RecipientQuery;
import dev.sluice.client.model.Verification;
import java.util.Map;
import java.util.stream.Stream;

/// Stored payees.
public final class Recipients {
    private final Calls calls;

    Recipients(Calls calls) {
        this.calls = calls;
    }

    private static final String ALL = "/v1/recipient";

    public Recipient create(RecipientDetails details) {
        return calls.post(Recipient.class, ALL, details);
    }

    public Recipient get(String recipientId) {
        return calls.get(Recipient.class, Target.path(ALL + "/", recipientId));
    }

    /// Changes a payee; optional details that are left out stay as they are.
    public Recipient update(String recipientId, RecipientDetails details) {
        return calls.patch(Recipient.class, Target.path(ALL + "/", recipientId), details);
    }

    /// Deletes a payee and returns it as it was. Payouts keep their copy of it.
    public Recipient delete(String recipientId) {
        return calls.delete(Recipient.class, Target.path(ALL + "/", recipientId));
    }

    /// Asks the bank for the name of an account before anything is stored.
    public Verification verify(BankDetails bank) {
        return calls.post(Verification.class, ALL + "/verify", Map.of("bank", bank));
    }

    /// Streams all payees.
    public Stream<Recipient> list() {
        return list(RecipientQuery.all());
    }

    /// The payees that a query asks for, from its page on; fetched page by page as the stream is consumed.
    public Stream<Recipient> list(RecipientQuery query) {
        return calls.stream(Recipient.class, ALL, query);
    }

    /// Returns one page of payees, with the totals.
    public Page<Recipient> page(RecipientQuery query) {
        return calls.page(Recipient.class, ALL, query);
    }
}
