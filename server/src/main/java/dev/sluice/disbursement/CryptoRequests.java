package dev.sluice.disbursement;

import dev.sluice.chain.EvmAddress;
import dev.sluice.chain.StellarAddress;
import dev.sluice.disbursement.Creations.Named;
import dev.sluice.disbursement.Creations.Parsed;
import dev.sluice.disbursement.CryptoListStore.Search;
import dev.sluice.http.Fields;
import dev.sluice.http.Query;
import dev.sluice.http.Request;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.Rail;
import dev.sluice.rail.Rails;
import dev.sluice.rail.Wallet;
import dev.sluice.reference.BlockchainType;
import dev.sluice.reference.References;
import dev.sluice.reference.Token;
import dev.sluice.refusal.Refusal;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// From requests about payouts to wallets to drafts and searches: everything that can be wrong is found here, all at
/// once, before anything is held.
final class CryptoRequests {
    private static final int REFERENCE_LENGTH_MAX = 128;
    private static final int NOTE_LENGTH_MAX = 500;
    private static final int CODE_LENGTH_MAX = 64;
    private static final int ADDRESS_LENGTH_MAX = 128;
    /// The longest text that a payment on Stellar carries.
    private static final int MEMO_BYTES_MAX = 28;

    private final References references;
    private final Rails rails;

    CryptoRequests(References references, Rails rails) {
        this.references = references;
        this.rails = rails;
    }

    Parsed create(Request request, boolean duplicateReferencesAllowed) {
        var fields = request.fields();
        var token = token(fields);
        var rail =
                token.flatMap(each -> rails.forPayout(each.id(), each.network().network()));
        if (token.isPresent() && rail.isEmpty()) {
            fields.findings().named(Refusal.CRYPTO_NOT_FOUND, fields.path("token"), "is reached by no rail");
        }
        var items = fields.requiredObjects("receivers", DisbursementRequests.ITEMS_MAX);
        var drafts = new ArrayList<Draft>(items.size());
        var named = new ArrayList<Named>();
        for (var item : items) {
            var path = path(item);
            var reference = item.text("reference", REFERENCE_LENGTH_MAX).orElse(null);
            if (reference != null) {
                named.add(new Named(path, reference));
            }
            draft(item, path, token, rail, reference).ifPresent(drafts::add);
        }
        if (!duplicateReferencesAllowed) {
            Creations.findRepeated(named, fields.findings());
        }
        return new Parsed(Asset.Kind.CRYPTO, drafts, named, fields.findings()).complete(items.size());
    }

    /// An estimate's token and amount.
    Money estimated(Query query) {
        var id = query.text("token").orElse("");
        if (id.isEmpty()) {
            query.findings().add("token", "REQUIRED", "is required");
        }
        var token = references.token(id);
        if (token.isEmpty() && !id.isEmpty()) {
            query.findings().named(Refusal.CRYPTO_NOT_FOUND, "token", "is not a supported token identifier");
        }
        var amount = query.positive("amount");
        if (amount.isEmpty() && query.text("amount").isEmpty()) {
            query.findings().add("amount", "REQUIRED", "is required");
        }
        if (token.isPresent() && amount.isPresent()) {
            var asset = token.get().asset();
            if (!Money.fits(amount.get(), asset)) {
                query.findings().add("amount", "TOO_MANY_DECIMALS", tooManyDecimals(asset));
            } else if (!token.get().payout().admits(Money.exactly(amount.get(), asset))) {
                query.findings().add("amount", "OUT_OF_RANGE", outOfRange(token.get()));
            }
        }
        query.findings().throwIfAny();
        return Money.exactly(amount.orElseThrow(), token.orElseThrow().asset());
    }

    /// A list's filter, with every spelling under which what it names is kept.
    Search search(Query query) {
        var filter = CryptoFilter.of(query);
        return new Search(filter, tokens(filter.tokenAddress()), receivers(filter.receiver()), hash(filter.txHash()));
    }

    private @Nullable List<String> tokens(@Nullable String address) {
        return address == null
                ? null
                : references.tokens().stream()
                        .filter(token -> address.equalsIgnoreCase(token.address()))
                        .map(Token::id)
                        .toList();
    }

    private static @Nullable List<String> receivers(@Nullable String address) {
        return address == null
                ? null
                : EvmAddress.parse(address)
                        .or(() -> EvmAddress.parse(address.toLowerCase(Locale.ROOT)))
                        .map(written -> List.of(written, address))
                        .orElse(List.of(address));
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
        var address = item.requiredText("receiverWalletAddress", ADDRESS_LENGTH_MAX);
        var memo = item.text("memo", ADDRESS_LENGTH_MAX).orElse(null);
        if (token.isEmpty() || rail.isEmpty()) {
            return Optional.empty();
        }
        var sender = rail.get().sender(token.get().network().network()).orElse(null);
        var wallet = address.isEmpty() ? Optional.<Wallet>empty() : wallet(item, token.get(), address, memo, sender);
        var money = amount.flatMap(given -> money(item, token.get(), given));
        if (wallet.isEmpty() || money.isEmpty()) {
            return Optional.empty();
        }
        var terms = token.get().payout();
        var payee = new WalletPayee(
                wallet.get(),
                token.get().network().blockchainType().name(),
                token.get().address(),
                token.get().decimals(),
                sender,
                terms.min().decimal(),
                terms.max().decimal(),
                terms.fee().flat(),
                terms.fee().percentage());
        return Optional.of(new Draft(
                path,
                money.get(),
                terms.fee(),
                PayeeDocument.of(payee),
                rail.get().name(),
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

    /// The wallet, its address written as the network writes it. Money that is sent to the token's own contract, or to
    /// the wallet that sends it, reaches nobody.
    private static Optional<Wallet> wallet(
            Fields item, Token token, String address, @Nullable String memo, @Nullable String sender) {
        var network = token.network();
        var written = switch (network.blockchainType()) {
            case EVM -> EvmAddress.parse(address);
            case STELLAR -> StellarAddress.parse(address).map(StellarAddress::text);
        };
        var field = item.path("receiverWalletAddress");
        if (written.isEmpty()) {
            item.findings()
                    .add(
                            field,
                            "INVALID_FORMAT",
                            network.blockchainType() == BlockchainType.EVM
                                    ? "must be an address such as 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed, with a"
                                            + " right EIP-55 checksum where its case is mixed"
                                    : "must be an address of Stellar (G… or M…) with a right checksum");
            return Optional.empty();
        }
        if (written.get().equalsIgnoreCase(token.address())) {
            item.findings().add(field, "INVALID_FORMAT", "is the token's own contract");
        }
        if (written.get().equals(sender)) {
            item.findings().add(field, "INVALID_FORMAT", "is the wallet that the payout is sent from");
        }
        checkMemo(item, token, written.get(), memo);
        return Optional.of(new Wallet(network.network(), written.get(), memo));
    }

    private static void checkMemo(Fields item, Token token, String address, @Nullable String memo) {
        if (memo == null) {
            return;
        }
        if (!token.network().memo()) {
            item.findings()
                    .add(
                            item.path("memo"),
                            "NOT_SUPPORTED",
                            "is not known on " + token.network().network());
        } else if (memo.getBytes(StandardCharsets.UTF_8).length > MEMO_BYTES_MAX) {
            item.findings().add(item.path("memo"), "TOO_LONG", "must be at most " + MEMO_BYTES_MAX + " bytes");
        } else if (StellarAddress.parse(address)
                .filter(parsed -> parsed.id() != null)
                .isPresent()) {
            item.findings()
                    .add(item.path("memo"), "CONFLICT", "must not be given with a muxed address, which has an id");
        }
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
