package dev.sluice.convert;

import dev.sluice.auth.Caller;
import dev.sluice.clock.Clocks;
import dev.sluice.convert.Terms.Offer;
import dev.sluice.convert.Terms.Wish;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.event.Event;
import dev.sluice.event.Events;
import dev.sluice.http.Answer;
import dev.sluice.http.Json;
import dev.sluice.http.Page;
import dev.sluice.ledger.Account;
import dev.sluice.ledger.AccountKey;
import dev.sluice.ledger.Ledger;
import dev.sluice.refusal.Findings;
import dev.sluice.refusal.Refusal;
import dev.sluice.replay.Claim;
import dev.sluice.replay.Replays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Conversions: done in one transaction, both legs or none.
final class Conversions {
    private final Database database;
    private final Clocks clocks;
    private final Replays replays;
    private final Ledger ledger;
    private final Events events;
    private final Terms terms;
    private final Quotes quotes;

    Conversions(
            Database database,
            Clocks clocks,
            Replays replays,
            Ledger ledger,
            Events events,
            Terms terms,
            Quotes quotes) {
        this.database = database;
        this.clocks = clocks;
        this.replays = replays;
        this.ledger = ledger;
        this.events = events;
        this.terms = terms;
        this.quotes = quotes;
    }

    /// What is to be converted; with a quote, at its figures.
    record Order(Caller caller, Wish wish, @Nullable UUID quoteId) {}

    /// Converts, once.
    ///
    /// @throws Refused `INSUFFICIENT_INPUT_BALANCE`, what the pair's limits forbid, or why the quote cannot be used
    Answer convert(Order order, Claim claim, Function<Conversion, Answer> render) {
        return replays.once(claim, tx -> {
            var organizationId = order.caller().organizationId();
            var quote = Optional.ofNullable(order.quoteId())
                    .map(quoteId -> quotes.take(tx, organizationId, wanted(quoteId, order.wish())));
            var offer = quote.map(Offer::of).orElseGet(() -> terms.offer(order.wish()));
            var conversion = new Conversion(
                    organizationId,
                    clocks.newId(),
                    order.quoteId(),
                    order.caller().actorId(),
                    offer.figures());
            quote.ifPresent(
                    used -> quotes.use(tx, List.of(new Quotes.Use(organizationId, used.id(), conversion.id()))));
            book(tx, conversion, offer.findings());
            ConversionStore.insert(tx, conversion);
            events.append(tx, List.of(event(conversion)));
            return render.apply(conversion);
        });
    }

    Optional<Conversion> find(UUID organizationId, UUID id) {
        return database.read(handle -> ConversionStore.find(handle, organizationId, id));
    }

    Page<Conversion> list(UUID organizationId, ConversionFilter filter, Page.Request page) {
        return database.browse(handle -> ConversionStore.page(handle, organizationId, filter, page));
    }

    private static Quotes.Wanted wanted(UUID quoteId, Wish wish) {
        var amount = wish.amount().decimal();
        return new Quotes.Wanted(
                quoteId,
                "quoteId",
                wish.input(),
                wish.output(),
                wish.isOutputGiven() ? null : amount,
                wish.isOutputGiven() ? amount : null);
    }

    /// @param findings what else is wrong; too little to convert is told together with it, and names the refusal
    private void book(Tx tx, Conversion conversion, Findings findings) {
        var books = ledger.open(tx, Conversion.accounts(conversion.organizationId(), conversion.figures()));
        var input = conversion.figures().input();
        var available = books.balance(new AccountKey(conversion.organizationId(), input.asset(), Account.AVAILABLE));
        if (available.compareTo(input) < 0) {
            findings.named(
                    Refusal.INSUFFICIENT_INPUT_BALANCE,
                    "input.amount",
                    "needs " + input + ", " + available + " is available");
        }
        findings.throwIfAny();
        conversion.transfers().forEach(books::transfer);
        books.flush();
    }

    private Event event(Conversion conversion) {
        return new Event(
                conversion.organizationId(),
                conversion.id(),
                "convert.completed",
                1,
                Json.bytes(ConversionJson.whole(conversion)),
                conversion.createdAt());
    }
}
