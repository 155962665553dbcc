package dev.sluice.rail.iso20022.inbound;

import dev.sluice.db.Times;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/// SQL of [AccountUse].
final class AccountUseStore {
    private static final String FIRST = """
            SELECT least((SELECT min(received_at) FROM rail_iso20022_inbound WHERE account = :account),
                         (SELECT min(sealed_at) FROM rail_iso20022_file WHERE bank = :account)) AS first
            """;

    private static final String STATED = """
            SELECT DISTINCT account FROM rail_iso20022_statement ORDER BY account
            """;

    private AccountUseStore() {}

    static Optional<Instant> first(Handle handle, String account) {
        return handle.createQuery(FIRST)
                .bind("account", account)
                .map((row, _) -> Optional.ofNullable(Times.optionalInstant(row, "first")))
                .one();
    }

    static List<String> stated(Handle handle) {
        return handle.createQuery(STATED).mapTo(String.class).list();
    }
}
