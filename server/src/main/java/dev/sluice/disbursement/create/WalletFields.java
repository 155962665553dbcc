package dev.sluice.disbursement.create;

import dev.sluice.http.Fields;
import dev.sluice.rail.EvmAddress;
import dev.sluice.rail.StellarAddress;
import dev.sluice.rail.StellarMemo;
import dev.sluice.rail.Wallet;
import dev.sluice.reference.BlockchainType;
import dev.sluice.reference.Network;
import dev.sluice.reference.References;
import dev.sluice.reference.Token;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Wallet to pay in a request: `receiverWalletAddress`, and `memo` on networks that use one.
public final class WalletFields {
    /// The field that has the wallet's address.
    public static final String ADDRESS = "receiverWalletAddress";

    private static final String MEMO = "memo";
    private static final int ADDRESS_LENGTH_MAX = 128;

    private WalletFields() {}

    /// Finds fault where no wallet is named.
    static void require(Fields item) {
        item.requiredText(ADDRESS, ADDRESS_LENGTH_MAX);
    }

    /// Returns the required wallet, its address in its network's spelling; nothing if it is malformed. Reports a
    /// fault if money reaches nobody there, or if it is the sending wallet.
    static Optional<Wallet> required(Fields item, References references, Token token, @Nullable String sender) {
        var address = item.requiredText(ADDRESS, ADDRESS_LENGTH_MAX);
        return address.isEmpty() ? Optional.empty() : wallet(item, references, token, address, sender);
    }

    /// Returns the wallet in the request, or else a known one.
    public static Optional<Wallet> namedOr(
            @Nullable String otherwise, Fields item, References references, Token token, @Nullable String sender) {
        return item.text(ADDRESS, ADDRESS_LENGTH_MAX)
                .or(() -> Optional.ofNullable(otherwise))
                .flatMap(address -> wallet(item, references, token, address, sender));
    }

    /// Reports a fault if the request has a wallet and the money goes to a bank account.
    public static void refuse(Fields item) {
        for (var name : List.of(ADDRESS, MEMO)) {
            if (item.text(name, ADDRESS_LENGTH_MAX).isPresent()) {
                item.findings()
                        .add(
                                item.path(name),
                                "NOT_SUPPORTED",
                                "must not be given: bank payments are refunded to the account that they came from");
            }
        }
    }

    /// Returns a wallet's address in its network's spelling, as stored; nothing if it is malformed.
    public static Optional<String> written(Network network, String address) {
        return switch (network.blockchainType()) {
            case EVM -> EvmAddress.parse(address);
            case STELLAR -> StellarAddress.parse(address).map(StellarAddress::text);
        };
    }

    /// Returns the possible stored spellings of an address: first hexadecimal digits with the capitals of their
    /// checksum, then as typed.
    public static List<String> spellings(String address) {
        return EvmAddress.parse(address)
                .or(() -> EvmAddress.parse(address.toLowerCase(Locale.ROOT)))
                .map(written -> List.of(written, address))
                .orElse(List.of(address));
    }

    /// Returns a memo in its network's canonical form: the same number or hash may be written in several ways. A
    /// malformed memo stays as it is; a blank text gives none.
    public static @Nullable String meant(@Nullable String memo) {
        if (memo == null || memo.isBlank()) {
            return null;
        }
        return StellarMemo.parse(memo)
                .map(parsed -> switch (parsed) {
                    case StellarMemo.Id(var number) -> number.toString();
                    case StellarMemo.Hash(var hex) -> hex;
                    case StellarMemo.Text(var text) -> isPlain(text) ? text : "text:" + text;
                })
                .orElse(memo);
    }

    /// Returns true if a text is read literally, and not as a number, a hash or a text with a prefix.
    private static boolean isPlain(String text) {
        return StellarMemo.parse(text)
                .filter(new StellarMemo.Text(text)::equals)
                .isPresent();
    }

    /// Faults of a memo.
    public enum MemoFault {
        NONE_THERE("NOT_SUPPORTED"),
        OF_MUXED("CONFLICT"),
        MALFORMED("INVALID_FORMAT");

        private final String code;

        MemoFault(String code) {
            this.code = code;
        }
    }

    /// Returns the fault of a memo for a wallet; empty if there is none. The check begins with wallets for which
    /// no memo can be valid.
    ///
    /// @param memo null if any memo will do
    public static Optional<MemoFault> faultOfMemo(Network network, String address, @Nullable String memo) {
        if (!network.memo()) {
            return Optional.of(MemoFault.NONE_THERE);
        }
        if (isMuxed(address)) {
            return Optional.of(MemoFault.OF_MUXED);
        }
        return memo == null || StellarMemo.parse(memo).isPresent()
                ? Optional.empty()
                : Optional.of(MemoFault.MALFORMED);
    }

    private static boolean isMuxed(String address) {
        return StellarAddress.parse(address)
                .filter(parsed -> parsed.id() != null)
                .isPresent();
    }

    private static Optional<Wallet> wallet(
            Fields item, References references, Token token, String address, @Nullable String sender) {
        var memo = item.text(MEMO, ADDRESS_LENGTH_MAX).orElse(null);
        var network = token.network();
        var written = written(network, address);
        var field = item.path(ADDRESS);
        if (written.isEmpty()) {
            item.findings().add(field, "INVALID_FORMAT", faultOfAddress(network, address));
            return Optional.empty();
        }
        UnpayableAddress.find(references, network, written.get())
                .ifPresent(unpayable -> item.findings().add(field, "INVALID_VALUE", unpayable.message()));
        if (UnpayableAddress.account(network, written.get()).equals(sender)) {
            item.findings().add(field, "INVALID_VALUE", "is the wallet that sends the payout");
        }
        checkMemo(item, network, written.get(), memo);
        return Optional.of(new Wallet(network.network(), written.get(), memo));
    }

    private static String faultOfAddress(Network network, String address) {
        if (network.blockchainType() != BlockchainType.EVM) {
            return "must be a Stellar address (G… or M…) with a correct checksum";
        }
        return EvmAddress.isZero(address)
                ? "is the zero address, which no one owns"
                : "must be an address such as 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed, with a correct EIP-55"
                        + " checksum if its case is mixed";
    }

    private static void checkMemo(Fields item, Network network, String address, @Nullable String memo) {
        if (memo != null) {
            faultOfMemo(network, address, memo)
                    .ifPresent(fault -> item.findings().add(item.path(MEMO), fault.code, text(fault, network)));
        }
    }

    private static String text(MemoFault fault, Network network) {
        return switch (fault) {
            case NONE_THERE -> "is not known on " + network.network();
            case OF_MUXED -> "must not be given with a muxed address, which contains an ID";
            case MALFORMED ->
                "must be a number of 64 bits, a hash (64 hex digits or 44 characters of base64), or a text of"
                        + " at most 28 bytes";
        };
    }
}
