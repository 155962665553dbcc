package dev.sluice.resilience.simulate;

import dev.sluice.http.Method;
import dev.sluice.merchant.Organization;
import dev.sluice.resilience.proof.Chance;
import dev.sluice.resilience.proof.Invariant;
import dev.sluice.resilience.simulate.RecordedRequest.Kind;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Conversions by merchants' programs: of their tokens, and of token and fiat payments by payers, with a quote or at
/// the current price. Quotes are sometimes used twice, and sometimes after expiry.
final class ConversionClient {
    private static final int LATEST = 5;
    /// Longer than a quote's validity.
    private static final Duration TOO_LONG = Duration.ofMinutes(6);

    private static final int HUNDREDTHS = 2;
    private static final int LOWEST = 1_550_000;
    private static final int HIGHEST = 1_780_000;

    private final World world;
    private final Market market;
    private final Programs programs;
    private final List<Organization> merchants;
    private final Chance chance;
    private final List<KnownQuote> promises = new ArrayList<>();

    ConversionClient(World world, Market market, Programs programs, List<Organization> merchants, Chance chance) {
        this.world = world;
        this.market = market;
        this.programs = programs;
        this.merchants = merchants;
        this.chance = chance;
    }

    /// Parameters of a conversion.
    private record RequestedConversion(
            Organization organization,
            boolean sells,
            BigDecimal amount,
            @Nullable KnownQuote promise) {
        String quote() {
            return promise == null ? "" : ",\"quoteId\":\"" + promise.id() + "\"";
        }
    }

    /// Changes the price.
    String move() {
        var price = BigDecimal.valueOf(chance.between(LOWEST, HIGHEST), HUNDREDTHS);
        world.tally().count(FaultPlan.PRICE_MOVED);
        market.move(price);
        return "the price is " + price;
    }

    /// Returns a conversion of a merchant's tokens.
    RecordedRequest conversion(Life life) {
        int amount = chance.percent(10) ? chance.between(40_000, 400_000) : chance.between(20, 500);
        return conversion(wish(life, true, amount));
    }

    /// Returns a conversion by a quote that was used before.
    RecordedRequest conversion(KnownQuote used) {
        world.tally().count(FaultPlan.QUOTE_ONCE_MORE);
        return conversion(new RequestedConversion(used.organization(), true, used.amount(), used));
    }

    private RecordedRequest conversion(RequestedConversion conversion) {
        return prepare(conversion, Kind.CONVERSION, "/v1/convert", """
            {"input":{"currency":"usdc-polygon","amount":%s},\
            "output":{"currency":"IDR"}%s}\
            """.formatted(
                        conversion.amount().toPlainString(), conversion.quote()));
    }

    /// Returns a token deposit that is credited in fiat.
    RecordedRequest tokensIn(Life life) {
        var conversion = wish(life, true, chance.between(10, 3_000));
        return prepare(conversion, Kind.WALLET_DEPOSIT, "/v1/deposit/crypto", """
            {"inputCurrency":"usdc-polygon","outputCurrency":"IDR",\
            "inputAmount":%s%s}\
            """.formatted(
                        conversion.amount().toPlainString(), conversion.quote()));
    }

    /// Returns a fiat deposit that is credited in tokens.
    RecordedRequest moneyIn(Life life, String method) {
        var conversion = wish(life, false, chance.between(30_000, 5_000_000));
        return prepare(conversion, Kind.DEPOSIT, "/v1/deposit/fiat", """
            {"inputCurrency":"IDR","outputCurrency":"usdc-polygon","balanceType":"crypto","paymentMethod":"%s",\
            "inputAmount":%s%s}\
            """.formatted(
                        method, conversion.amount().toPlainString(), conversion.quote()));
    }

    private RecordedRequest prepare(RequestedConversion conversion, Kind kind, String target, String body) {
        var requested = programs.prepare(kind, conversion.organization(), Method.POST, target, body);
        requested.exchange = conversion.sells() ? RecordedRequest.Exchange.SELLS : RecordedRequest.Exchange.BUYS;
        requested.promise = conversion.promise();
        return requested;
    }

    /// After a quote, the price changes before it is used, or it expires.
    private RequestedConversion wish(Life life, boolean sells, int amount) {
        var organization = chance.of(merchants);
        var conversion = new RequestedConversion(organization, sells, BigDecimal.valueOf(amount), null);
        if (chance.percent(55)) {
            var promise = chance.percent(25) ? promisedBefore(sells) : promised(life, organization, sells, amount);
            conversion = promise == null
                    ? conversion
                    : new RequestedConversion(promise.organization(), sells, promise.amount(), promise);
        }
        if (chance.percent(30)) {
            move();
        }
        if (chance.percent(15)) {
            world.clock().advance(TOO_LONG);
        }
        return conversion;
    }

    private @Nullable KnownQuote promisedBefore(boolean sells) {
        var some = promises.reversed().stream()
                .filter(each -> each.sells() == sells)
                .limit(LATEST)
                .toList();
        if (some.isEmpty()) {
            return null;
        }
        world.tally().count(FaultPlan.QUOTE_ONCE_MORE);
        return chance.of(some);
    }

    private @Nullable KnownQuote promised(Life life, Organization organization, boolean sells, int amount) {
        var from = sells ? Model.USDC : Model.IDR;
        var to = sells ? Model.IDR : Model.USDC;
        var estimate = programs.look(
                life,
                organization,
                "/v1/convert/estimate?inputCurrency=%s&inputAmount=%d&outputCurrency=%s".formatted(from, amount, to));
        if (estimate == null) {
            return null;
        }
        var promise = new KnownQuote(
                estimate.path("quoteId").asString(""),
                organization,
                sells,
                BigDecimal.valueOf(amount),
                Programs.price(estimate.path("estimate")),
                Instant.parse(estimate.path("expiresAt").asString("")));
        var now = market.now();
        world.findings()
                .unless(
                        promise.price().compareTo(now) == 0,
                        Invariant.EXCHANGED_AS_PROMISED,
                        "quote %s is at %s, the price is %s".formatted(promise.id(), promise.price(), now));
        promises.add(promise);
        return promise;
    }
}
