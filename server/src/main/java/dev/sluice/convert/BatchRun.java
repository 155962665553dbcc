package dev.sluice.convert;

import dev.sluice.clock.Clocks;
import dev.sluice.convert.Terms.ConversionRequest;
import dev.sluice.convert.Terms.Offer;
import dev.sluice.db.Tx;
import dev.sluice.event.Event;
import dev.sluice.event.Events;
import dev.sluice.http.Answer;
import dev.sluice.http.Json;
import dev.sluice.idempotency.Claim;
import dev.sluice.idempotency.Decision;
import dev.sluice.idempotency.IdempotentRequests;
import dev.sluice.ledger.Account;
import dev.sluice.ledger.AccountKey;
import dev.sluice.ledger.Ledger;
import dev.sluice.ledger.LockedAccounts;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
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

/// Runs one batch of a lane in one transaction: loads and locks everything once, decides each conversion in memory,
/// and writes everything once. A rejected conversion moves nothing and does not affect the others.
final class BatchRun {
    private final Parts parts;
    private final IdempotentRequests.StoredAnswers answered;
    private final Map<Quotes.Ref, Quote> quotes;
    private final LockedAccounts accounts;
    private final Instant now;
    private final List<Conversion> created = new ArrayList<>();
    private final List<IdempotentRequests.ClaimedAnswer> answers = new ArrayList<>();

    private BatchRun(Parts parts, Tx tx, List<Order> orders) {
        this.parts = parts;
        // All statements share one round trip: no result is read before the last one is issued.
        var before =
                parts.idempotency().lookUp(tx, orders.stream().map(Order::claim).toList());
        var opening = parts.ledger()
                .opening(
                        tx,
                        orders.stream()
                                .flatMap(order -> Conversion.accounts(
                                        order.organizationId(),
                                        order.request().input(),
                                        order.request().output())
                                        .stream())
                                .collect(Collectors.toSet()));
        // Lock quotes after the accounts, in the same order as a deposit that uses a quote.
        var locked = parts.quotes()
                .locking(
                        tx,
                        orders.stream()
                                .map(Order::quote)
                                .filter(Objects::nonNull)
                                .distinct()
                                .toList());
        var now = parts.clocks().sharedInstant(tx);
        this.answered = before.get();
        this.quotes = new HashMap<>(locked.get());
        this.accounts = opening.get();
        this.now = now.get();
    }

    /// Dependencies of the decisions.
    record Parts(
            Clocks clocks, IdempotentRequests idempotency, Ledger ledger, Events events, Terms terms, Quotes quotes) {}

    /// A conversion to make; with a quote, at its figures.
    ///
    /// @param render builds the answer after the conversion
    record Order(
            UUID organizationId,
            UUID userId,
            ConversionRequest request,
            @Nullable UUID quoteId,
            Claim claim,
            Function<Conversion, Answer> render) {
        private Quotes.@Nullable Ref quote() {
            return quoteId == null ? null : new Quotes.Ref(organizationId, quoteId);
        }

        private Quotes.Wanted wanted(UUID id) {
            var amount = request.amount().decimal();
            return new Quotes.Wanted(
                    id,
                    "quoteId",
                    request.input(),
                    request.output(),
                    request.isOutputGiven() ? null : amount,
                    request.isOutputGiven() ? amount : null);
        }
    }

    /// Runs a batch in an open transaction and returns each order's decision, in order.
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
        int mark = accounts.mark();
        try {
            var before = answered.of(order.claim());
            return new Decision.Answered(before.isPresent() ? before.get() : convert(order));
        } catch (Refused refused) {
            accounts.rollBackTo(mark);
            return new Decision.Declined(refused);
        }
    }

    private Answer convert(Order order) {
        var quote = Optional.ofNullable(order.quote())
                .map(ref -> parts.quotes().usable(quotes.get(ref), order.wanted(ref.id()), now));
        var offer = quote.map(Offer::of).orElseGet(() -> parts.terms().offer(order.request()));
        var conversion = new Conversion(
                order.organizationId(), parts.clocks().newId(), order.quoteId(), order.userId(), offer.figures());
        book(conversion, offer);
        var answer = order.render().apply(conversion);
        quote.ifPresent(used -> quotes.put(used.ref(), used.takenBy(conversion.id())));
        created.add(conversion);
        answers.add(new IdempotentRequests.ClaimedAnswer(order.claim(), answer));
        return answer;
    }

    /// Books the conversion. An insufficient balance is reported together with the other findings, under its own
    /// refusal code.
    private void book(Conversion conversion, Offer offer) {
        var findings = offer.findings();
        var input = conversion.figures().input();
        var available = accounts.balance(new AccountKey(conversion.organizationId(), input.asset(), Account.AVAILABLE));
        if (available.compareTo(input) < 0) {
            findings.named(
                    Refusal.INSUFFICIENT_INPUT_BALANCE,
                    "input.amount",
                    "needs " + input + ", " + available + " is available");
        }
        findings.throwIfAny();
        conversion.transfers().forEach(accounts::transfer);
    }

    private void flush(Tx tx) {
        accounts.flush();
        parts.quotes().use(tx, created.stream().flatMap(BatchRun::use).toList());
        ConversionStore.insert(tx, created);
        parts.events().append(tx, created.stream().map(BatchRun::event).toList());
        parts.idempotency().remember(tx, answers);
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
