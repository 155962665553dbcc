package dev.sluice.disbursement.create;

import dev.sluice.auth.Caller;
import dev.sluice.disbursement.PayeeDocument;
import dev.sluice.disbursement.WalletPayee;
import dev.sluice.disbursement.create.CreatePayouts.ItemReference;
import dev.sluice.disbursement.create.CreatePayouts.Parsed;
import dev.sluice.disbursement.query.CryptoFilter;
import dev.sluice.disbursement.query.CryptoListStore.Search;
import dev.sluice.http.Fields;
import dev.sluice.http.Query;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.Rail;
import dev.sluice.rail.Rails;
import dev.sluice.reference.References;
import dev.sluice.reference.Token;
import dev.sluice.refusal.Refusal;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Parses requests about payouts to wallets into drafts and searches. It finds all faults at once, before any money is
/// held.
public final class CryptoRequests {
    private static final int REFERENCE_LENGTH_MAX = 128;
    private static final int NOTE_LENGTH_MAX = 500;
    private static final int CODE_LENGTH_MAX = 64;

    private final References references;
    private final Rails rails;

    public CryptoRequests(References references, Rails rails) {
        this.references = references;
        this.rails = rails;
    }

    public Parsed create(Caller caller, Fields fields, boolean duplicateReferencesAllowed) {
        var token = token(fields).map(matching -> references.withTerms(caller.organizationId(), matching));
        var rail =
                token.flatMap(each -> rails.forPayout(each.id(), each.network().network()));
        if (token.isPresent() && rail.isEmpty()) {
            fields.findings().named(Refusal.CRYPTO_NOT_FOUND, fields.path("token"), "is not reached by any rail");
        }
        var items = fields.requiredObjects("receivers", DisbursementRequests.ITEMS_MAX);
        var drafts = new ArrayList<Draft>(items.size());
        var named = new ArrayList<ItemReference>();
        for (var item : items) {
            var path = path(item);
            var reference = item.line("reference", REFERENCE_LENGTH_MAX).orElse(null);
            if (reference != null) {
                named.add(new ItemReference(path, reference));
            }
            draft(item, path, token, rail, reference).ifPresent(drafts::add);
        }
        if (!duplicateReferencesAllowed) {
            CreatePayouts.findRepeated(named, fields.findings());
        }
        return new Parsed(Asset.Kind.CRYPTO, drafts, named, fields.findings()).complete(items.size());
    }

    /// Subject of an estimate, on the caller's terms.
    public record Estimated(Token token, Money amount) {}

    public Estimated estimated(Caller caller, Query query) {
        var id = query.requiredText("token");
        var token = references.token(id).map(matching -> references.withTerms(caller.organizationId(), matching));
        if (token.isEmpty() && !id.isEmpty()) {
            query.findings().named(Refusal.CRYPTO_NOT_FOUND, "token", "is not a supported token identifier");
        }
        var amount = query.requiredPositive("amount");
        if (token.isPresent() && amount.isPresent()) {
            var asset = token.get().asset();
            if (!Money.fits(amount.get(), asset)) {
                query.findings().add("amount", "TOO_MANY_DECIMALS", tooManyDecimals(asset));
            } else if (!token.get().payout().admits(Money.exactly(amount.get(), asset))) {
                query.findings().add("amount", "OUT_OF_RANGE", outOfRange(token.get()));
            }
        }
        query.findings().throwIfAny();
        return new Estimated(
                token.orElseThrow(),
                Money.exactly(amount.orElseThrow(), token.orElseThrow().asset()));
    }

    /// Returns a list's filter, with every stored spelling of its values.
    public Search search(Query query) {
        var filter = CryptoFilter.of(query);
        return new Search(filter, tokens(filter.tokenAddress()), receivers(filter.receiver()), hash(filter.txHash()));
    }

    private @Nullable List<String> tokens(@Nullable String address) {
        return address == null
                ? null
                : references.everyToken().stream()
                        .filter(token -> address.equalsIgnoreCase(token.address()))
                        .map(Token::id)
                        .toList();
    }

    private static @Nullable List<String> receivers(@Nullable String address) {
        return address == null ? null : WalletFields.spellings(address);
    }

    private static @Nullable String hash(@Nullable String hash) {
        return hash == null ? null : hash.toLowerCase(Locale.ROOT);
    }

    private Optional<Token> token(Fields fields) {
        var id = fields.requiredText("token", CODE_LENGTH_MAX);
        var token = references.token(id);
        if (token.isEmpty() && !id.isEmpty()) {
            fields.findings()
                    .named(Refusal.CRYPTO_NOT_FOUND, fields.path("token"), "is not a supported token identifier");
        }
        return token;
    }

    private Optional<Draft> draft(
            Fields item, String path, Optional<Token> token, Optional<Rail> rail, @Nullable String reference) {
        var amount = item.requiredPositive("amount");
        var note = item.text("note", NOTE_LENGTH_MAX).orElse(null);
        if (token.isEmpty() || rail.isEmpty()) {
            WalletFields.require(item);
            return Optional.empty();
        }
        var sender = rail.get().sender(token.get().network().network()).orElse(null);
        var wallet = WalletFields.required(item, references, token.get(), sender);
        var money = amount.flatMap(given -> money(item, token.get(), given));
        if (wallet.isEmpty() || money.isEmpty()) {
            return Optional.empty();
        }
        var terms = token.get().payout();
        return Optional.of(new Draft(
                path,
                money.get(),
                terms.fee(),
                PayeeDocument.of(WalletPayee.of(wallet.get(), token.get(), terms.fee(), sender)),
                rail.get().name(),
                null,
                null,
                reference,
                note));
    }

    private static Optional<Money> money(Fields item, Token token, BigDecimal amount) {
        var asset = token.asset();
        if (!Money.fits(amount, asset)) {
            item.findings().add(item.path("amount"), "TOO_MANY_DECIMALS", tooManyDecimals(asset));
            return Optional.empty();
        }
        var money = Money.exactly(amount, asset);
        if (!token.payout().admits(money)) {
            item.findings().add(item.path("amount"), "OUT_OF_RANGE", outOfRange(token));
        }
        return Optional.of(money);
    }

    private static String tooManyDecimals(Asset asset) {
        return "must have at most " + asset.exponent() + " decimals in " + asset.code();
    }

    private static String outOfRange(Token token) {
        return "must be from " + token.payout().min() + " to " + token.payout().max();
    }

    private static String path(Fields item) {
        var path = item.path("");
        return path.substring(0, path.length() - 1);
    }
}
