package dev.sluice.rail.stellar.deposit;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.rail.IncomingPayment;
import dev.sluice.rail.IncomingPayments;
import dev.sluice.rail.stellar.StellarModule;
import dev.sluice.rail.stellar.Tokens;
import dev.sluice.rail.stellar.deposit.StellarCursorStore.Cursor;
import dev.sluice.rail.stellar.horizon.Endpoint;
import dev.sluice.rail.stellar.horizon.Horizon;
import dev.sluice.rail.stellar.horizon.HorizonJson;
import dev.sluice.rail.stellar.horizon.HorizonUnavailable;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/// Reads incoming payments page by page from a stored cursor. Ledgers are final, so no confirmations are awaited.
/// Every node may run the watcher: a receipt is stored once per key, and the cursor only moves forward.
///
/// If every Horizon omits required data of an operation, such as its amount, the cursor stays before that operation.
/// The watcher retries the operation periodically and reads later operations ahead of the cursor. A restart reads
/// everything after the cursor again, which changes nothing.
public final class DepositWatcher {
    private static final Logger LOG = LoggerFactory.getLogger(DepositWatcher.class);
    /// Allowance for clock skew: a few old payments too many in suspense are better than a lost new payment.
    private static final Duration CLOCKS_DIFFER = Duration.ofMinutes(10);
    /// Pause before an incomplete operation is requested again.
    private static final Duration ASK_AGAIN_AFTER = Duration.ofSeconds(30);

    private final Database database;
    private final Clocks clocks;
    private final Horizon horizon;
    private final IncomingPayments payments;
    private final String account;
    private final Incoming incoming;
    private final Set<String> unread = new HashSet<>();
    private final AtomicLong unreadCount = new AtomicLong();
    private @Nullable Gap gap;

    public DepositWatcher(StellarModule.Dependencies dependencies, Horizon horizon, Tokens tokens, String account) {
        this.database = dependencies.database();
        this.clocks = dependencies.clocks();
        this.horizon = horizon;
        this.payments = dependencies.incomingPayments();
        this.account = account;
        this.incoming = new Incoming(account, tokens);
        dependencies.meters().gauge("sluice.stellar.deposits.unread", Tags.empty(), unreadCount);
        database.run(tx ->
                StellarCursorStore.insert(tx, account, clocks.realInstant().minus(CLOCKS_DIFFER)));
    }

    /// An incomplete operation that holds back the cursor.
    ///
    /// @param at position of the cursor
    /// @param ahead position up to which operations were read past the cursor
    /// @param askAt time of the next request for the operations right after the cursor
    private record Gap(String at, String ahead, Instant askAt) {}

    /// The operations after a position, oldest first.
    ///
    /// @param unread the incomplete operations: id to missing field
    /// @param sound position before the first incomplete operation
    /// @param last position of the last operation
    private record Page(
            List<JsonNode> operations,
            List<IncomingPayment> receipts,
            Map<String, String> unread,
            String sound,
            String last) {
        boolean isEmpty() {
            return operations.isEmpty();
        }
    }

    /// Reads a page; returns true if there may be more. Receipts and cursor are stored in one transaction.
    public boolean step() {
        var cursor = database.inTx(tx -> StellarCursorStore.read(tx, account));
        var now = clocks.instant();
        // Another node may have moved the cursor past the gap.
        if (gap != null && !gap.at().equals(cursor.position())) {
            close();
        }
        var before = gap;
        try {
            if (before != null && now.isBefore(before.askAt())) {
                return readAhead(cursor, before);
            }
            return readOn(cursor, before, now);
        } catch (HorizonUnavailable unavailable) {
            LOG.warn("Stellar deposits are delayed: {}", unavailable.getMessage());
            return false;
        }
    }

    private boolean readOn(Cursor cursor, @Nullable Gap before, Instant now) {
        var page = page(cursor, cursor.position());
        if (page.isEmpty() && before == null) {
            return false;
        }
        database.run(tx -> {
            payments.add(tx, page.receipts());
            StellarCursorStore.move(tx, account, cursor.position(), page.sound());
        });
        if (page.unread().isEmpty() && !page.isEmpty()) {
            close();
        } else {
            gap = new Gap(page.sound(), before == null ? page.last() : before.ahead(), now.plus(ASK_AGAIN_AFTER));
            note(page);
        }
        return true;
    }

    private void close() {
        gap = null;
        unread.clear();
        unreadCount.set(0);
    }

    private boolean readAhead(Cursor cursor, Gap before) {
        var page = page(cursor, before.ahead());
        database.run(tx -> payments.add(tx, page.receipts()));
        gap = new Gap(before.at(), page.last(), before.askAt());
        note(page);
        return !page.isEmpty();
    }

    private void note(Page page) {
        page.operations().forEach(operation -> unread.remove(HorizonJson.text(operation, "id")));
        page.unread().forEach((id, reason) -> LOG.warn("operation {} on Stellar cannot be read yet: {}", id, reason));
        unread.addAll(page.unread().keySet());
        unreadCount.set(unread.size());
    }

    /// Returns the page of the first Horizon that has all data of it, or else the page with the fewest incomplete
    /// operations.
    private Page page(Cursor cursor, String position) {
        var lacking = new ArrayList<Page>();
        try {
            return horizon.query(at -> {
                var page = read(at, cursor, position);
                if (!page.unread().isEmpty()) {
                    lacking.add(page);
                    throw new HorizonUnavailable(
                            page.unread().values().iterator().next());
                }
                return page;
            });
        } catch (HorizonUnavailable unavailable) {
            return lacking.stream()
                    .min(Comparator.comparingInt(page -> page.unread().size()))
                    .orElseThrow(() -> unavailable);
        }
    }

    private Page read(Endpoint at, Cursor cursor, String position) {
        var now = clocks.instant();
        var operations = Horizon.payments(at, account, position);
        var all = new ArrayList<IncomingPayment>();
        var lacking = new LinkedHashMap<String, String>();
        var sound = position;
        var last = position;
        for (var operation : operations) {
            last = HorizonJson.need(operation, "paging_token");
            try {
                if (!HorizonJson.instant(operation, "created_at").isBefore(cursor.since())) {
                    all.addAll(incoming.payments(at, operation, now));
                }
            } catch (HorizonUnavailable missing) {
                lacking.put(HorizonJson.need(operation, "id"), String.valueOf(missing.getMessage()));
            }
            sound = lacking.isEmpty() ? last : sound;
        }
        return new Page(operations, all, lacking, sound, last);
    }
}
