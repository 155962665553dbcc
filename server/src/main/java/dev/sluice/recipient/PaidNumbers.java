package dev.sluice.recipient;

import dev.sluice.http.Ids;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The numbers that stored payees are paid by, for whoever says yes to a payout by one of them. A payee may
/// have an account number and an IBAN, between which the currency decides; see [Recipients#accountOf].
public final class PaidNumbers {
    private final Recipients recipients;

    public PaidNumbers(Recipients recipients) {
        this.recipients = recipients;
    }

    /// The numbers of some payees by their ids, as the API writes these; without those that are gone or
    /// held.
    public Map<String, String> of(UUID organizationId, Stream<String> payees) {
        var ids = payees.flatMap(id -> Ids.parse(id).stream()).toList();
        return recipients.find(organizationId, ids).usable().values().stream()
                .collect(Collectors.toUnmodifiableMap(
                        payee -> payee.id().toString(),
                        payee -> recipients.accountOf(payee).accountNumber()));
    }
}
