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
import org.jdbi.v3.core.Handle;

/// The reference data as this node knows it: an immutable catalogue in memory, exchanged for a newer one when an
/// operator or a loader changed something. Look-ups are maps; lists are in a stable order (that of the data files).
public final class References {
    private final Database database;
    private final Served served;
    /// One reads at a time, so that none puts an earlier catalogue in the place of a later one.
    private final ReentrantLock reading = new ReentrantLock();

    private volatile Catalogue catalogue;
    private boolean outdated;

    /// Reads what is loaded; run [ReferenceLoader] first.
    public References(Database database, Served served) {
        this.database = database;
        this.served = served;
        this.catalogue = read();
    }

    /// Names each currency, token and network whose row says something else than the data files of this program.
    public static void prove(Handle snapshot, Consumer<String> fault) {
        IdentityStore.shipped().prove(snapshot, fault);
    }

    /// Takes over what was changed since the last look; a worker calls this every few seconds. It throws, and the
    /// catalogue stays as it was, where rows changed by hand make no sense (limits with too many decimals, say).
    ///
    /// @return whether anything had changed
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

    /// Reads everything again: what rails serve has changed. Where that fails, the next look does it.
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

    /// A fiat currency that is on offer, in whichever case its code is written.
    public Optional<Currency> currency(String code) {
        return Optional.ofNullable(catalogue.currencyByCode.get(Asset.codeOf(code)));
    }

    /// A token that is on offer, in whichever case its identifier is written.
    public Optional<Token> token(String id) {
        return Optional.ofNullable(catalogue.tokenById.get(Asset.codeOf(id)));
    }

    /// A token, also where it is no longer on offer: money in it may still be on its way.
    public Optional<Token> anyToken(String id) {
        return Optional.ofNullable(catalogue.anyTokenById.get(id));
    }

    /// A fiat currency or a token, also where it is no longer on offer: balances in it stay.
    public Optional<Asset> asset(String code) {
        return Optional.ofNullable(catalogue.assetByCode.get(code));
    }

    /// How many decimals an amount in something has at most, by its code; none where there is no such thing.
    public OptionalInt decimals(String code) {
        return asset(code).stream().mapToInt(Asset::exponent).findFirst();
    }

    public Optional<Network> network(String network) {
        return Optional.ofNullable(catalogue.networkByName.get(network));
    }

    public Optional<PayoutMethod> payoutMethod(String currency, String bankCode) {
        return Optional.ofNullable(catalogue.payoutByCode.get(new Catalogue.Key(currency, bankCode)));
    }

    /// A payout method, also where it or its currency is no longer on offer: money may have to go back by it.
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

    /// The conversion from a token's symbol to a fiat currency.
    public Optional<Pair> pair(String symbol, String currency) {
        return Optional.ofNullable(catalogue.pairByKey.get(new Catalogue.Key(symbol, currency)));
    }

    /// What one unit of `base` costs in `quote`, as in the price table: no inverse, nothing derived.
    public Optional<TablePrice> price(String base, String quote) {
        return Optional.ofNullable(catalogue.priceByKey.get(new Catalogue.Key(base, quote)));
    }

    public List<Currency> currencies() {
        return catalogue.currencies;
    }

    /// All currencies, those on offer first: money in one that was switched off may still be on its way.
    public List<Currency> everyCurrency() {
        return catalogue.everyCurrency;
    }

    public List<Network> networks() {
        return catalogue.networks;
    }

    /// All networks, those on offer first: money on one that was switched off may still be on its way.
    public List<Network> everyNetwork() {
        return catalogue.everyNetwork;
    }

    public List<Token> tokens() {
        return catalogue.tokens;
    }

    /// The tokens on offer that a rail pays out.
    public List<Token> payableTokens() {
        return catalogue.payableTokens;
    }

    /// The tokens on offer that a rail takes in.
    public List<Token> depositTokens() {
        return catalogue.depositTokens;
    }

    /// The networks on offer on which a rail pays out a token.
    public List<Network> payableNetworks() {
        return catalogue.payableNetworks;
    }

    /// The fiat currencies on offer that a rail pays out.
    public List<Currency> payableCurrencies() {
        return catalogue.currencies.stream()
                .filter(currency -> isPayable(currency.asset()))
                .toList();
    }

    /// All tokens, those on offer first: money in one that was switched off may still be on its way.
    public List<Token> everyToken() {
        return catalogue.everyToken;
    }

    /// Whether there is new business in a currency or a token.
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

    public List<Pair> pairs() {
        return catalogue.pairs;
    }

    /// The fiat currencies that a token's symbol can be converted to, and paid out in.
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

    /// A method on the terms that an organization has: its own, where there are some.
    public PayoutMethod agreed(UUID organizationId, PayoutMethod method) {
        return agreement(new Scope(organizationId, Kind.PAYOUT, method.currency(), method.bankCode()))
                .map(agreement -> method.on(agreement.over(method.terms())))
                .orElse(method);
    }

    /// The same of a method by which it is paid.
    public DepositMethod agreed(UUID organizationId, DepositMethod method) {
        return agreement(new Scope(organizationId, Kind.DEPOSIT, method.currency(), method.bankCode()))
                .map(agreement -> method.on(agreement.over(method.terms())))
                .orElse(method);
    }

    /// The same of a token, both ways.
    public Token agreed(UUID organizationId, Token token) {
        var payout = agreement(new Scope(organizationId, Kind.PAYOUT, token.id(), ""));
        var deposit = agreement(new Scope(organizationId, Kind.DEPOSIT, token.id(), ""));
        return payout.isEmpty() && deposit.isEmpty()
                ? token
                : token.on(
                        payout.map(each -> each.over(token.payout())).orElse(token.payout()),
                        deposit.map(each -> each.over(token.deposit())).orElse(token.deposit()));
    }

    /// The same of a conversion.
    public Pair agreed(UUID organizationId, Pair pair) {
        return agreement(Scope.of(organizationId, pair))
                .map(agreement -> agreement.over(pair))
                .orElse(pair);
    }

    /// What an organization agreed upon, in a stable order.
    public List<Agreement> agreements(UUID organizationId) {
        return catalogue.agreements.stream()
                .filter(each -> each.scope().organizationId().equals(organizationId))
                .toList();
    }

    /// What is in force of something: what is agreed upon a method goes, as a whole, before what is agreed
    /// upon all of its currency.
    public Optional<Agreement> agreement(Scope scope) {
        var agreements = catalogue.agreementByScope;
        return Optional.ofNullable(agreements.get(scope)).or(() -> Optional.ofNullable(agreements.get(scope.ofAll())));
    }

    private Catalogue read() {
        return new Catalogue(database.inTx(ReferenceStore::read), served);
    }
}
