package dev.sluice.rail.stellar;

import java.net.URI;
import java.util.List;
import java.util.Optional;

/// Access to the network, and the accounts to use.
///
/// @param horizon URLs of the Horizons, in order of preference
/// @param passphrase the network's passphrase, which every signature covers
/// @param hot the account that payouts come from; without it nothing is paid out
/// @param channels accounts that provide their sequence numbers, so that several payouts can be in progress at once;
///     they pay the fees of those
/// @param deposits the account (`G…`) that deposits are paid to; without it no deposits are accepted
/// @param feeMax the highest bid per operation, in stroops
public record StellarSettings(
        List<URI> horizon,
        String passphrase,
        Optional<SecretKey> hot,
        List<SecretKey> channels,
        Optional<String> deposits,
        long feeMax) {
    /// The passphrase of the public network.
    public static final String PUBLIC = "Public Global Stellar Network ; September 2015";

    /// The network's minimum fee per operation, in stroops.
    public static final long FEE_MIN = 100;

    /// Upper limit for the configured bid, in stroops: a hundred coins are certainly a mistake.
    public static final long FEE_LIMIT = 1_000_000_000;

    /// Default maximum: a tenth of a coin. That is a thousand times the minimum fee, which a full network demands
    /// occasionally.
    public static final long FEE_MAX = 1_000_000;

    public StellarSettings {
        horizon = List.copyOf(horizon);
        channels = List.copyOf(channels);
    }
}
