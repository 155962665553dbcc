package dev.sluice.rail.stellar;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.rail.Receipt;
import dev.sluice.rail.Receipts;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/// Reads what came in, page by page, from where it was left off. What is in a ledger is final, so there is nothing to
/// wait for. Every node may run it: a receipt is kept once by its key, and the cursor only goes on.
public final class DepositWatcher {
    private static final Logger LOG = LoggerFactory.getLogger(DepositWatcher.class);
    /// Clocks differ; better one old payment too many in suspense than one of today's lost.
    private static final Duration CLOCKS_DIFFER = Duration.ofMinutes(10);

    private final Database database;
    private final Clocks clocks;
    private final Horizon horizon;
    private final Receipts receipts;
    private final String account;
    private final Incoming incoming;

    DepositWatcher(
            Database database, Clocks clocks, Horizon horizon, Receipts receipts, Tokens tokens, String account) {
        this.database = database;
        this.clocks = clocks;
        this.horizon = horizon;
        this.receipts = receipts;
        this.account = account;
        this.incoming = new Incoming(account, tokens);
        database.run(tx -> CursorStore.insert(tx, account, clocks.realInstant().minus(CLOCKS_DIFFER)));
    }

    private record Page(List<JsonNode> operations, List<Receipt> receipts) {}

    /// Reads a page; true where there may be more. Receipts and cursor are one transaction.
    public boolean step() {
        var cursor = database.inTx(tx -> CursorStore.read(tx, account));
        try {
            var page = horizon.ask(at -> read(at, cursor));
            if (page.operations().isEmpty()) {
                return false;
            }
            var last = Nodes.need(page.operations().getLast(), "paging_token");
            database.run(tx -> {
                receipts.add(tx, page.receipts());
                CursorStore.move(tx, account, cursor.position(), last);
            });
            return true;
        } catch (HorizonAway away) {
            LOG.warn("deposits on Stellar wait: {}", away.getMessage());
            return false;
        }
    }

    private Page read(Endpoint at, CursorStore.Cursor cursor) {
        var operations = Horizon.payments(at, account, cursor.position());
        var now = clocks.instant();
        return new Page(
                operations,
                operations.stream()
                        .filter(each -> !Nodes.instant(each, "created_at").isBefore(cursor.since()))
                        .flatMap(each -> incoming.receipts(at, each, now).stream())
                        .toList());
    }
}
