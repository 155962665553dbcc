package dev.sluice.recipient;

import dev.sluice.http.Ids;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Account numbers to which stored recipients are paid, for the approver of a payout. A recipient may have an account
/// number and an IBAN, and the currency decides between them; see [Recipients#accountOf].
public final class PaidNumbers {
    private final Recipients recipients;

    public PaidNumbers(Recipients recipients) {
        this.recipients = recipients;
    }

    /// Returns the numbers of some recipients by their ids in the API's format, without deleted or held
    /// recipients.
    public Map<String, String> of(UUID organizationId, Stream<String> payees) {
        var ids = payees.flatMap(id -> Ids.parse(id).stream()).toList();
        return recipients.find(organizationId, ids).usable().values().stream()
                .collect(Collectors.toUnmodifiableMap(
                        payee -> payee.id().toString(),
                        payee -> recipients.accountOf(payee).accountNumber()));
    }
}
