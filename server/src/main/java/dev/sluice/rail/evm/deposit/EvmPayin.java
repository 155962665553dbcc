package dev.sluice.rail.evm.deposit;

import dev.sluice.db.Database;
import dev.sluice.rail.PayinRail;
import dev.sluice.rail.Wallet;
import dev.sluice.rail.evm.EvmRail;
import dev.sluice.rail.evm.EvmTokens;
import dev.sluice.rail.evm.key.ExtendedKey;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// Incoming side of the rail: a separate address for every deposit, derived from the deposit's id and an extended
/// public key. The private key can stay away from the service. No payer is sent to a network before its watch has
/// begun, since earlier payments are never seen.
public final class EvmPayin implements PayinRail {
    private final Database database;
    private final Set<String> networks;
    private final EvmTokens tokens;
    private final Optional<ExtendedKey> depositKey;
    private volatile Set<String> watched = Set.of();

    public EvmPayin(Database database, Set<String> networks, EvmTokens tokens, Optional<ExtendedKey> depositKey) {
        this.database = database;
        this.networks = depositKey.isPresent() ? Set.copyOf(networks) : Set.of();
        this.tokens = tokens;
        this.depositKey = depositKey;
        refresh();
    }

    /// Networks on which no other rail may take money in, even before they are watched.
    public Set<String> networks() {
        return networks;
    }

    /// Loads the networks whose watch has begun since the last refresh, on any node.
    ///
    /// @return the networks that are watched
    public Set<String> refresh() {
        if (!watched.containsAll(networks)) {
            watched = database.inTx(EvmCursorStore::networks);
        }
        return watched;
    }

    @Override
    public String name() {
        return EvmRail.NAME;
    }

    @Override
    public Optional<Wallet> wallet(String token, String network, UUID depositId) {
        return watched.contains(network) && supports(token, network)
                ? depositKey.map(key ->
                        new Wallet(network, DepositPath.of(depositId).below(key).address(), null))
                : Optional.empty();
    }

    /// True even before the network is watched, as long as its endpoints have never been reached.
    @Override
    public boolean supports(String token, String network) {
        return networks.contains(network) && tokens.offers(network, token);
    }
}
