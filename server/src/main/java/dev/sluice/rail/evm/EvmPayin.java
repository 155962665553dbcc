package dev.sluice.rail.evm;

import dev.sluice.db.Database;
import dev.sluice.rail.PayinRail;
import dev.sluice.rail.Wallet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// The side of the rail that takes money in: an address of its own for every deposit, which follows from the
/// deposit's id and an extended public key. The key to it need not be anywhere near the service. Nobody is sent to a
/// network before its watch has begun, for what is paid before that is never seen.
public final class EvmPayin implements PayinRail {
    private final Database database;
    private final Set<String> networks;
    private final EvmTokens tokens;
    private final Optional<ExtendedKey> depositKey;
    private volatile Set<String> watched = Set.of();

    EvmPayin(Database database, Set<String> networks, EvmTokens tokens, Optional<ExtendedKey> depositKey) {
        this.database = database;
        this.networks = depositKey.isPresent() ? Set.copyOf(networks) : Set.of();
        this.tokens = tokens;
        this.depositKey = depositKey;
        refresh();
    }

    /// The networks on which nobody else may take money in, even before they are watched.
    public Set<String> networks() {
        return networks;
    }

    /// Takes over which watches have begun since the last look, on whatever node.
    ///
    /// @return the networks that are watched
    public Set<String> refresh() {
        if (!watched.containsAll(networks)) {
            watched = database.inTx(CursorStore::networks);
        }
        return watched;
    }

    @Override
    public String name() {
        return EvmRail.NAME;
    }

    @Override
    public Optional<Wallet> wallet(String token, String network, UUID depositId) {
        return watched.contains(network) && takes(token, network)
                ? depositKey.map(key ->
                        new Wallet(network, DepositPath.of(depositId).below(key).address(), null))
                : Optional.empty();
    }

    /// Also before the network is watched, as long as its endpoints have never been reached.
    @Override
    public boolean takes(String token, String network) {
        return networks.contains(network) && tokens.offers(network, token);
    }
}
