package dev.sluice.reference;

import dev.sluice.db.Database;
import dev.sluice.money.Asset;
import dev.sluice.reference.Agreement.Kind;
import dev.sluice.reference.Agreement.Scope;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;

/// The reference data of this node: an immutable catalogue in memory, replaced by a newer one after a change by an
/// operator or a loader. Look-ups are maps; lists are in the stable order of the data files.
public final class References {
    private final Database database;
    private final Served served;
    /// Only one thread reads at a time, so that an older catalogue never replaces a newer one.
    private final ReentrantLock reading = new ReentrantLock();

    private volatile Catalogue catalogue;
    private boolean outdated;

    /// Reads the loaded data; run [ReferenceLoader] first.
    public References(Database database, Served served) {
        this.database = database;
        this.served = served;
        this.catalogue = read();
    }

    /// Reports each currency, token and network whose row differs from the data files of this program.
    public static void verify(Handle snapshot, Consumer<String> fault) {
        IdentityStore.shipped().verify(snapshot, fault);
    }

    /// Loads changes since the last call; a worker calls this every few seconds. It throws, and the catalogue
    /// stays as it was, if manually changed rows are invalid, for example limits with too many decimals.
    ///
    /// @return true if the data had changed
    public boolean refresh() {
        reading.lock();
        try {
            if (!outdated && database.read(ReferenceStore::version) == catalogue.version) {
                return false;
            }
            reload();
            return true;
        } finally {
            reading.unlock();
        }
    }

    /// Reads everything again after the rails' capabilities changed. If that fails, the next [#refresh] retries
    /// it.
    public void reload() {
        reading.lock();
        try {
            outdated = true;
            catalogue = read();
            outdated = false;
        } finally {
            reading.unlock();
        }
    }

    /// Returns an enabled fiat currency, ignoring the case of its code.
    public Optional<Currency> currency(String code) {
        return Optional.ofNullable(catalogue.currencyByCode.get(Asset.codeOf(code)));
    }

    /// Returns an enabled token, ignoring the case of its identifier.
    public Optional<Token> token(String id) {
        return Optional.ofNullable(catalogue.tokenById.get(Asset.codeOf(id)));
    }

    /// Returns a token, including a disabled one: payments in it may still be in progress.
    public Optional<Token> anyToken(String id) {
        return Optional.ofNullable(catalogue.anyTokenById.get(id));
    }

    /// Returns a fiat currency or a token, including a disabled one: balances in it remain.
    public Optional<Asset> asset(String code) {
        return Optional.ofNullable(catalogue.assetByCode.get(code));
    }

    /// Returns the maximum decimals of an amount in an asset, by its code; empty if it does not exist.
    public OptionalInt decimals(String code) {
        return asset(code).stream().mapToInt(Asset::exponent).findFirst();
    }

    public Optional<Network> network(String network) {
        return Optional.ofNullable(catalogue.networkByName.get(network));
    }

    public Optional<PayoutMethod> payoutMethod(String currency, String bankCode) {
        return Optional.ofNullable(catalogue.payoutByCode.get(new Catalogue.Key(currency, bankCode)));
    }

    /// Returns a payout method, including a disabled one: money may have to be returned through it.
    public Optional<PayoutMethod> anyPayoutMethod(String currency, String bankCode) {
        return Optional.ofNullable(catalogue.anyPayoutByCode.get(new Catalogue.Key(currency, bankCode)));
    }

    public Optional<PayoutMethod> payoutMethodByName(String currency, String bankNameIgnoringCase) {
        return Optional.ofNullable(
                catalogue.payoutByName.get(Catalogue.Key.ignoringCase(currency, bankNameIgnoringCase)));
    }

    public Optional<DepositMethod> depositMethod(String currency, String code) {
        return Optional.ofNullable(catalogue.depositByCode.get(new Catalogue.Key(currency, code)));
    }

    /// Returns the conversion from a token's symbol to a fiat currency.
    public Optional<Pair> pair(String symbol, String currency) {
        return Optional.ofNullable(catalogue.pairByKey.get(new Catalogue.Key(symbol, currency)));
    }

    /// Returns the price of one unit of `base` in `quote` from the price table, without inverse or derived prices.
    public Optional<TablePrice> price(String base, String quote) {
        return Optional.ofNullable(catalogue.priceByKey.get(new Catalogue.Key(base, quote)));
    }

    public List<Currency> currencies() {
        return catalogue.currencies;
    }

    /// Returns all currencies, enabled ones first: payments in a disabled one may still be in progress.
    public List<Currency> everyCurrency() {
        return catalogue.everyCurrency;
    }

    public List<Network> networks() {
        return catalogue.networks;
    }

    /// Returns all networks, enabled ones first: payments on a disabled one may still be in progress.
    public List<Network> everyNetwork() {
        return catalogue.everyNetwork;
    }

    public List<Token> tokens() {
        return catalogue.tokens;
    }

    /// Returns the enabled tokens that a rail pays out.
    public List<Token> payableTokens() {
        return catalogue.payableTokens;
    }

    /// Returns the enabled tokens that a rail accepts.
    public List<Token> depositTokens() {
        return catalogue.depositTokens;
    }

    /// Returns the enabled networks on which a rail pays out a token.
    public List<Network> payableNetworks() {
        return catalogue.payableNetworks;
    }

    /// Returns the enabled fiat currencies that a rail pays out.
    public List<Currency> payableCurrencies() {
        return catalogue.currencies.stream()
                .filter(currency -> isPayable(currency.asset()))
                .toList();
    }

    /// Returns all tokens, enabled ones first: payments in a disabled one may still be in progress.
    public List<Token> everyToken() {
        return catalogue.everyToken;
    }

    /// Reports whether new payments in a currency or a token are accepted.
    public boolean isOffered(Asset asset) {
        return switch (asset.kind()) {
            case FIAT -> currency(asset.code()).isPresent();
            case CRYPTO -> token(asset.code()).isPresent();
        };
    }

    /// Reports whether a rail pays out the asset, so that money in it can leave.
    public boolean isPayable(Asset asset) {
        return switch (asset.kind()) {
            case FIAT ->
                currency(asset.code()).isPresent()
                        && !payoutMethods(asset.code()).isEmpty();
            case CRYPTO ->
                token(asset.code()).filter(catalogue.payableTokens::contains).isPresent();
        };
    }

    /// Returns the fiat currencies that a rail pays out or accepts.
    public List<Currency> servedCurrencies() {
        return catalogue.currencies.stream()
                .filter(currency -> isPayable(currency.asset())
                        || !depositMethods(currency.code()).isEmpty())
                .toList();
    }

    /// Returns the codes of the fiat currencies that a rail accepts, sorted.
    public List<String> depositCurrencies() {
        return catalogue.depositMethods.stream()
                .map(DepositMethod::currency)
                .distinct()
                .sorted()
                .toList();
    }

    /// Returns the kinds of assets that a rail pays out, fiat money first.
    public List<Asset.Kind> payoutKinds() {
        return kinds(!payableCurrencies().isEmpty(), !payableTokens().isEmpty());
    }

    /// Returns the kinds of assets that a rail accepts, fiat money first.
    public List<Asset.Kind> depositKinds() {
        return kinds(!depositMethods().isEmpty(), !depositTokens().isEmpty());
    }

    private static List<Asset.Kind> kinds(boolean fiat, boolean crypto) {
        return Stream.of(Asset.Kind.values())
                .filter(kind -> switch (kind) {
                    case FIAT -> fiat;
                    case CRYPTO -> crypto;
                })
                .toList();
    }

    /// Reports whether payments in a token, by its identifier, may have a memo.
    public boolean usesMemos(String token) {
        return anyToken(token).filter(each -> each.network().memo()).isPresent();
    }

    /// Reports whether a rail pays out on a network whose payments may have a memo.
    public boolean paysWithMemos() {
        return payableNetworks().stream().anyMatch(Network::memo);
    }

    public List<Pair> pairs() {
        return catalogue.pairs;
    }

    /// Returns the enabled pairs that the rails serve.
    public List<Pair> servedPairs() {
        return catalogue.servedPairs;
    }

    /// Returns the fiat currencies that a token's symbol can be converted to, and paid out in.
    public List<String> currenciesOf(String symbol) {
        return catalogue.currenciesBySymbol.getOrDefault(symbol, List.of());
    }

    public List<PayoutMethod> payoutMethods() {
        return catalogue.payoutMethods;
    }

    public List<PayoutMethod> payoutMethods(String currency) {
        return catalogue.payoutsByCurrency.getOrDefault(currency, List.of());
    }

    public List<DepositMethod> depositMethods() {
        return catalogue.depositMethods;
    }

    public List<DepositMethod> depositMethods(String currency) {
        return catalogue.depositsByCurrency.getOrDefault(currency, List.of());
    }

    /// Returns a payout method with the terms of an organization: its own if there are any, or else the default
    /// ones.
    public PayoutMethod withTerms(UUID organizationId, PayoutMethod method) {
        return agreement(new Scope(organizationId, Kind.PAYOUT, method.currency(), method.bankCode()))
                .map(agreement -> method.on(agreement.over(method.terms())))
                .orElse(method);
    }

    /// Returns a deposit method with the terms of an organization.
    public DepositMethod withTerms(UUID organizationId, DepositMethod method) {
        return agreement(new Scope(organizationId, Kind.DEPOSIT, method.currency(), method.bankCode()))
                .map(agreement -> method.on(agreement.over(method.terms())))
                .orElse(method);
    }

    /// Returns a token with the terms of an organization, for payouts and deposits.
    public Token withTerms(UUID organizationId, Token token) {
        var payout = agreement(new Scope(organizationId, Kind.PAYOUT, token.id(), ""));
        var deposit = agreement(new Scope(organizationId, Kind.DEPOSIT, token.id(), ""));
        return payout.isEmpty() && deposit.isEmpty()
                ? token
                : token.on(
                        payout.map(each -> each.over(token.payout())).orElse(token.payout()),
                        deposit.map(each -> each.over(token.deposit())).orElse(token.deposit()));
    }

    /// Returns a conversion with the terms of an organization.
    public Pair withTerms(UUID organizationId, Pair pair) {
        return agreement(Scope.of(organizationId, pair))
                .map(agreement -> agreement.over(pair))
                .orElse(pair);
    }

    /// Returns an organization's own terms, in a stable order.
    public List<Agreement> agreements(UUID organizationId) {
        return catalogue.agreements.stream()
                .filter(each -> each.scope().organizationId().equals(organizationId))
                .toList();
    }

    /// Returns the override in force for a scope. An override for a method replaces one for its whole currency
    /// entirely.
    public Optional<Agreement> agreement(Scope scope) {
        var agreements = catalogue.agreementByScope;
        return Optional.ofNullable(agreements.get(scope)).or(() -> Optional.ofNullable(agreements.get(scope.ofAll())));
    }

    private Catalogue read() {
        return new Catalogue(database.inTx(ReferenceStore::read), served);
    }
}
