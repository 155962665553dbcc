package dev.sluice.disbursement.create;

import dev.sluice.rail.EvmAddress;
import dev.sluice.rail.StellarAddress;
import dev.sluice.reference.BlockchainType;
import dev.sluice.reference.Network;
import dev.sluice.reference.References;
import dev.sluice.reference.Token;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A well-formed address without a wallet behind it: money sent there is lost.
///
/// @param token token with this contract or issuer; null for [Kind#UNOWNED]
public record UnpayableAddress(Kind kind, @Nullable String token) {
    /// The reason why no wallet has the address.
    public enum Kind {
        /// A burn address, a precompile, or another address without a key.
        UNOWNED,
        /// The contract of a token.
        TOKEN_CONTRACT,
        /// The account that issues an asset on Stellar: an asset that returns to its issuer is destroyed.
        ASSET_ISSUER
    }

    /// Finds the reason why an address cannot be a wallet; nothing if it can. The contract of a token is refused
    /// on every network of its family, even if the token is switched off.
    ///
    /// @param address as its network writes it
    public static Optional<UnpayableAddress> find(References references, Network network, String address) {
        var family = network.blockchainType();
        var account = account(network, address);
        boolean unowned = switch (family) {
            case EVM -> EvmAddress.isUnowned(account);
            case STELLAR ->
                StellarAddress.parse(account).filter(StellarAddress::isUnowned).isPresent();
        };
        if (unowned) {
            return Optional.of(new UnpayableAddress(Kind.UNOWNED, null));
        }
        return references.everyToken().stream()
                .filter(token -> token.network().blockchainType() == family)
                .filter(token -> account.equalsIgnoreCase(token.address()))
                .findFirst()
                .map(token -> of(family, token));
    }

    private static UnpayableAddress of(BlockchainType family, Token token) {
        return switch (family) {
            case EVM -> new UnpayableAddress(Kind.TOKEN_CONTRACT, token.id());
            case STELLAR -> new UnpayableAddress(Kind.ASSET_ISSUER, token.id());
        };
    }

    /// Returns the account that receives money sent to an address: for a muxed address, the one behind it.
    static String account(Network network, String address) {
        return switch (network.blockchainType()) {
            case EVM -> address;
            case STELLAR ->
                StellarAddress.parse(address).map(StellarAddress::account).orElse(address);
        };
    }

    String message() {
        return switch (kind) {
            case UNOWNED -> "is an address without a known key: money sent there is lost";
            case TOKEN_CONTRACT ->
                "is the contract of the token " + token + " and not a wallet: money sent there is lost";
            case ASSET_ISSUER -> "is the issuer of the asset " + token + ": tokens sent there are destroyed";
        };
    }
}
