package dev.sluice.reference;

import dev.sluice.auth.Caller;
import dev.sluice.auth.Guard;
import dev.sluice.auth.Scope;
import dev.sluice.http.Answer;
import dev.sluice.http.Envelope;
import dev.sluice.http.JsonObject;
import dev.sluice.http.Method;
import dev.sluice.http.Request;
import dev.sluice.http.Route;
import dev.sluice.money.Asset;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Routes of the reference lists, the payment-method lists, and the pictures that they link to.
public final class ReferenceRoutes {
    private static final String CURRENCIES = "/v1/reference/currencies";
    private static final String CRYPTOS = "/v1/reference/cryptos";
    private static final String PAYOUT_METHODS = "/v1/disbursement/fiat/payment-method";
    private static final String TOKEN_PAYOUT_METHODS = "/v1/disbursement/crypto/payment-method";
    private static final String DEPOSIT_METHODS = "/v1/deposit/payment-method";

    /// 21 November 2026, the day of the first release: the reference endpoints were deprecated from the start.
    private static final String DEPRECATED_SINCE = "@1795219200";

    private final Envelope envelope;
    private final References references;
    private final ReferenceJson json;
    private final Predicate<DepositMethod> isOpen;

    /// @param isOpen true for a method that payers can use now
    ReferenceRoutes(Envelope envelope, References references, Logos logos, Predicate<DepositMethod> isOpen) {
        this.envelope = envelope;
        this.references = references;
        this.isOpen = isOpen;
        this.json = new ReferenceJson(references, logos);
    }

    /// Returns all routes of this package. Currencies and pictures are public, the others need the scope `read`.
    ///
    /// @param isOpen true for a method that payers can use now
    public static List<Route> routes(
            Guard guard, Envelope envelope, References references, Logos logos, Predicate<DepositMethod> isOpen) {
        var routes = new ReferenceRoutes(envelope, references, logos, isOpen);
        return List.of(
                new Route(Method.GET, CURRENCIES, routes::currencies).deprecated(DEPRECATED_SINCE, PAYOUT_METHODS),
                guard.read(Method.GET, CRYPTOS, Scope.READ, (_, request) -> routes.cryptos(request))
                        .deprecated(DEPRECATED_SINCE, TOKEN_PAYOUT_METHODS),
                guard.read(Method.GET, PAYOUT_METHODS, Scope.READ, routes::payoutMethods),
                guard.read(Method.GET, TOKEN_PAYOUT_METHODS, Scope.READ, routes::tokenPayoutMethods),
                guard.read(Method.GET, DEPOSIT_METHODS, Scope.READ, routes::depositMethods),
                logos.route());
    }

    Answer currencies(Request request) {
        var list = references.currencies().stream().map(json::currency).toList();
        return envelope.ok(request, "Currencies retrieved", list);
    }

    Answer cryptos(Request request) {
        var query = request.query();
        var useSmartContract = query.bool("useSmartContract");
        var typeText = query.text("blockchainType");
        var type = typeText.flatMap(BlockchainType::parse);
        if (typeText.isPresent() && type.isEmpty()) {
            var known = Arrays.stream(BlockchainType.values()).map(Enum::name).collect(Collectors.joining(", "));
            query.findings().add("blockchainType", "UNKNOWN_VALUE", "must be one of " + known);
        }
        query.findings().throwIfAny();
        var list = references.tokens().stream()
                .filter(token -> matches(useSmartContract, token.useSmartContract()))
                .filter(token -> matches(type, token.network().blockchainType()))
                .map(json::token)
                .toList();
        return envelope.ok(request, "Cryptos retrieved", list);
    }

    /// Returns the methods with the terms of the caller's organization, as the other two lists do.
    Answer payoutMethods(Caller caller, Request request) {
        var methods = currency(request).map(references::payoutMethods).orElseGet(references::payoutMethods);
        return methods(
                request,
                methods.stream()
                        .map(method -> references.withTerms(caller.organizationId(), method))
                        .map(json::payoutMethod)
                        .toList());
    }

    Answer tokenPayoutMethods(Caller caller, Request request) {
        return methods(
                request,
                references.payableTokens().stream()
                        .map(token -> references.withTerms(caller.organizationId(), token))
                        .map(json::tokenPayoutMethod)
                        .toList());
    }

    /// Returns the deposit methods without those of a stopped rail, so that no payer is directed to one.
    Answer depositMethods(Caller caller, Request request) {
        var methods = currency(request).map(references::depositMethods).orElseGet(references::depositMethods);
        return methods(
                request,
                methods.stream()
                        .filter(isOpen)
                        .map(method -> references.withTerms(caller.organizationId(), method))
                        .map(json::depositMethod)
                        .toList());
    }

    private Answer methods(Request request, List<JsonObject> methods) {
        return envelope.ok(request, "Payment methods retrieved", methods);
    }

    /// Parses the currency. An unknown one is not an error: it has no methods.
    private static Optional<String> currency(Request request) {
        var query = request.query();
        var currency = query.text("currency").map(Asset::codeOf);
        query.findings().throwIfAny();
        return currency;
    }

    private static <T> boolean matches(Optional<T> filter, T value) {
        return filter.isEmpty() || filter.get().equals(value);
    }
}
