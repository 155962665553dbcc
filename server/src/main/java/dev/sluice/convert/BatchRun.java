package dev.sluice.convert;

import dev.sluice.clock.Clocks;
import dev.sluice.convert.Terms.Offer;
import dev.sluice.convert.Terms.Wish;
import dev.sluice.db.Tx;
import dev.sluice.event.Event;
import dev.sluice.event.Events;
import dev.sluice.http.Answer;
import dev.sluice.http.Json;
import dev.sluice.ledger.Account;
import dev.sluice.ledger.AccountKey;
import dev.sluice.ledger.Books;
import dev.sluice.ledger.Ledger;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import dev.sluice.replay.Claim;
import dev.sluice.replay.Decision;
import dev.sluice.replay.Replays;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One batch of a lane in one transaction: look up and lock everything once, decide each conversion in memory, write
/// everything once. A refused one moves nothing and does its neighbours no harm.
final class BatchRun {
    private final Parts parts;
    private final Replays.Found answered;
    private final Map<Quotes.Ref, Quote> quotes;
    private final Books books;
    private final Instant now;
    private final List<Conversion> made = new ArrayList<>();
    private final List<Replays.Given> answers = new ArrayList<>();

    private BatchRun(Parts parts, Tx tx, List<Order> orders) {
        this.parts = parts;
        // These travel together: nothing is looked at before all of them were given.
        var before = parts.replays().look(tx, orders.stream().map(Order::claim).toList());
        var opening = parts.ledger()
                .opening(
                        tx,
                        orders.stream()
                                .flatMap(
                                        order -> Conversion.accounts(
                                                order.organizationId(),
                                                order.wish().input(),
                                                order.wish().output())
                                                .stream())
                                .collect(Collectors.toSet()));
        // After the accounts, as a deposit that uses a quote does.
        var locked = parts.quotes()
                .locking(
                        tx,
                        orders.stream()
                                .map(Order::quote)
                                .filter(Objects::nonNull)
                                .distinct()
                                .toList());
        var now = parts.clocks().agreed(tx);
        this.answered = before.get();
        this.quotes = new HashMap<>(locked.get());
        this.books = opening.get();
        this.now = now.get();
    }

    /// What decisions need beside the batch itself.
    record Parts(Clocks clocks, Replays replays, Ledger ledger, Events events, Terms terms, Quotes quotes) {}

    /// What is to be converted; with a quote, at its figures.
    ///
    /// @param render the answer, once it is done
    record Order(
            UUID organizationId,
            UUID userId,
            Wish wish,
            @Nullable UUID quoteId,
            Claim claim,
            Function<Conversion, Answer> render) {
        private Quotes.@Nullable Ref quote() {
            return quoteId == null ? null : new Quotes.Ref(organizationId, quoteId);
        }

        private Quotes.Wanted wanted(UUID id) {
            var amount = wish.amount().decimal();
            return new Quotes.Wanted(
                    id,
                    "quoteId",
                    wish.input(),
                    wish.output(),
                    wish.isOutputGiven() ? null : amount,
                    wish.isOutputGiven() ? amount : null);
        }
    }

    /// Does a batch in an open transaction and gives each order's decision, in order.
    static List<Decision> run(Parts parts, Tx tx, List<Order> orders) {
        var run = new BatchRun(parts, tx, orders);
        var decisions = new ArrayList<Decision>(orders.size());
        for (var order : orders) {
            decisions.add(run.decide(order));
        }
        run.flush(tx);
        return decisions;
    }

    private Decision decide(Order order) {
        int mark = books.mark();
        try {
            var before = answered.of(order.claim());
            return new Decision.Answered(before.isPresent() ? before.get() : convert(order));
        } catch (Refused refused) {
            books.undoTo(mark);
            return new Decision.Declined(refused);
        }
    }

    private Answer convert(Order order) {
        var quote = Optional.ofNullable(order.quote())
                .map(ref -> parts.quotes().usable(quotes.get(ref), order.wanted(ref.id()), now));
        var offer = quote.map(Offer::of).orElseGet(() -> parts.terms().offer(order.wish()));
        var conversion = new Conversion(
                order.organizationId(), parts.clocks().newId(), order.quoteId(), order.userId(), offer.figures());
        book(conversion, offer);
        var answer = order.render().apply(conversion);
        quote.ifPresent(used -> quotes.put(used.ref(), used.takenBy(conversion.id())));
        made.add(conversion);
        answers.add(new Replays.Given(order.claim(), answer));
        return answer;
    }

    /// Too little to convert is told together with what else is wrong, and names the refusal.
    private void book(Conversion conversion, Offer offer) {
        var findings = offer.findings();
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
    }

    private void flush(Tx tx) {
        books.flush();
        parts.quotes().use(tx, made.stream().flatMap(BatchRun::use).toList());
        ConversionStore.insert(tx, made);
        parts.events().append(tx, made.stream().map(BatchRun::event).toList());
        parts.replays().remember(tx, answers);
    }

    private static Stream<Quotes.Use> use(Conversion conversion) {
        return Optional.ofNullable(conversion.quoteId())
                .map(quoteId -> new Quotes.Use(conversion.organizationId(), quoteId, conversion.id()))
                .stream();
    }

    private static Event event(Conversion conversion) {
        return new Event(
                conversion.organizationId(),
                conversion.id(),
                "convert.completed",
                1,
                Json.bytes(ConversionJson.whole(conversion)),
                conversion.createdAt());
    }
}
