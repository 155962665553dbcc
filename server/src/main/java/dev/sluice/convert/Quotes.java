package dev.sluice.convert;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.money.Asset;
import dev.sluice.refusal.Detail;
import dev.sluice.refusal.Refusal;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Quotes: creation, single use, and expiry.
public final class Quotes {
    static final Duration VALID = Duration.ofMinutes(5);
    /// Retention of unused quotes: a late use is reported as expired within this time.
    private static final Duration KEPT = Duration.ofDays(7);

    private static final int DELETED_PER_SWEEP = 1_000;

    private final Database database;
    private final Clocks clocks;

    Quotes(Database database, Clocks clocks) {
        this.database = database;
        this.clocks = clocks;
    }

    /// Reference to an organization's quote.
    record Ref(UUID organizationId, UUID id) {}

    /// A quote's use by a conversion or a deposit.
    public record Use(UUID organizationId, UUID quoteId, UUID usedBy) {}

    /// Intended use of a quote: the two assets, and the one amount that the request contains.
    ///
    /// @param field the field that names the quote
    public record Wanted(
            UUID quoteId,
            String field,
            Asset input,
            Asset output,
            @Nullable BigDecimal inputAmount,
            @Nullable BigDecimal outputAmount) {}

    Quote give(UUID organizationId, Figures figures) {
        return database.inTx(tx -> {
            var until = clocks.sharedInstant(tx.handle()).plus(VALID);
            var quote = new Quote(organizationId, clocks.newId(), figures, until, null);
            QuoteStore.insert(tx, quote);
            return quote;
        });
    }

    /// Returns a quote if it is usable. It is not reserved: another caller may use it first.
    ///
    /// @throws dev.sluice.refusal.Refused `QUOTE_NOT_FOUND`, `QUOTE_USED`, `QUOTE_EXPIRED` or `QUOTE_MISMATCH`
    public Quote peek(UUID organizationId, Wanted wanted) {
        return database.inTx(tx -> lock(tx, organizationId, wanted));
    }

    /// Locks a usable quote until the end of the transaction, in which the caller has to [#use] it.
    ///
    /// @throws dev.sluice.refusal.Refused `QUOTE_NOT_FOUND`, `QUOTE_USED`, `QUOTE_EXPIRED` or `QUOTE_MISMATCH`
    public Quote lock(Tx tx, UUID organizationId, Wanted wanted) {
        var ref = new Ref(organizationId, wanted.quoteId());
        var locked = locking(tx, List.of(ref));
        var now = clocks.sharedInstant(tx);
        return usable(locked.get().get(ref), wanted, now.get());
    }

    /// Locks several quotes at once, in one round trip with other statements. They are locked when one of the
    /// results is read, and returned in their locked state.
    Supplier<Map<Ref, Quote>> locking(Tx tx, List<Ref> refs) {
        if (refs.isEmpty()) {
            return Map::of;
        }
        var locked = QuoteStore.lock(tx, refs);
        return () -> locked.get().stream().collect(Collectors.toMap(Quote::ref, quote -> quote));
    }

    /// Returns a locked quote if the intended use is possible; null is a quote that was not found.
    ///
    /// @param now the time on which all nodes agree
    /// @throws dev.sluice.refusal.Refused as [#lock] throws it
    Quote usable(@Nullable Quote quote, Wanted wanted, Instant now) {
        if (quote == null) {
            throw Refusal.QUOTE_NOT_FOUND.refused(wanted.field(), "is not one of your quotes");
        }
        if (quote.usedBy() != null) {
            throw Refusal.QUOTE_USED.refused(List.of(new Detail(
                    wanted.field(),
                    Refusal.QUOTE_USED.code(),
                    "was used before",
                    quote.usedBy().toString())));
        }
        if (!quote.expiresAt().isAfter(now)) {
            throw Refusal.QUOTE_EXPIRED.refused(wanted.field(), "expired at " + quote.expiresAt());
        }
        mismatch(quote.figures(), wanted).ifPresent(message -> {
            throw Refusal.QUOTE_MISMATCH.refused(wanted.field(), message);
        });
        return quote;
    }

    /// Marks quotes as used that were locked in this transaction.
    public void use(Tx tx, List<Use> uses) {
        QuoteStore.use(tx, uses);
    }

    private static Optional<String> mismatch(Figures figures, Wanted wanted) {
        if (!figures.input().asset().equals(wanted.input()) || !figures.output().equals(wanted.output())) {
            return Optional.of("is from " + figures.input().asset().code() + " to "
                    + figures.output().code());
        }
        var input = wanted.inputAmount();
        if (input != null && input.compareTo(figures.input().decimal()) != 0) {
            return Optional.of("is for " + figures.input());
        }
        var output = wanted.outputAmount();
        return output != null && output.compareTo(figures.total().decimal()) != 0
                ? Optional.of("is for " + figures.total() + " in the end")
                : Optional.empty();
    }

    /// Deletes unused quotes after their retention; returns true if there may be more.
    boolean deleteExpired() {
        return database.inTx(tx -> QuoteStore.deleteUnused(
                        tx, clocks.sharedInstant(tx.handle()).minus(KEPT), DELETED_PER_SWEEP))
                == DELETED_PER_SWEEP;
    }
}
