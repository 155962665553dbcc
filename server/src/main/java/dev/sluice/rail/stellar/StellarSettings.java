package dev.sluice.rail.stellar;

import java.net.URI;
import java.util.List;
import java.util.Optional;

/// How the network is reached, and with which accounts.
///
/// @param horizon Horizon's addresses, in the order in which they are preferred
/// @param passphrase the network's passphrase, which every signature covers
/// @param hot the account that payouts come from; without it nothing is paid out
/// @param channels accounts that lend their sequence numbers, so that several payouts are under way at once; they pay
///     the fees of those
/// @param deposits the account (`G…`) that deposits are paid to; without it nothing is taken in
/// @param feeMax the most that is bid for an operation, in stroops
public record StellarSettings(
        List<URI> horizon,
        String passphrase,
        Optional<SecretKey> hot,
        List<SecretKey> channels,
        Optional<String> deposits,
        long feeMax) {
    /// The passphrase of the public network.
    public static final String PUBLIC = "Public Global Stellar Network ; September 2015";

    /// The least that the network takes for an operation, in stroops.
    public static final long FEE_MIN = 100;

    /// Nobody means to bid a hundred coins, in stroops.
    public static final long FEE_LIMIT = 1_000_000_000;

    /// A tenth of a coin: a thousand times the least fee, which a full network has asked for now and then.
    public static final long FEE_MAX = 1_000_000;

    public StellarSettings {
        horizon = List.copyOf(horizon);
        channels = List.copyOf(channels);
    }
}
