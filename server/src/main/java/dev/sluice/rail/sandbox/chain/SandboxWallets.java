package dev.sluice.rail.sandbox.chain;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Tx;
import dev.sluice.money.Money;
import dev.sluice.rail.Destination;
import dev.sluice.rail.EvmAddress;
import dev.sluice.rail.StellarAddress;
import dev.sluice.rail.Wallet;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The wallets of the sandbox's payers, who send tokens on request.
public final class SandboxWallets {
    private final Clocks clocks;
    private final Map<String, SandboxNetwork> networks;

    public SandboxWallets(Clocks clocks, List<SandboxNetwork> networks) {
        this.clocks = clocks;
        this.networks = SandboxNetwork.byName(networks);
    }

    /// An order to a payer to send an amount of a token to a wallet, after a delay.
    ///
    /// @param organizationId the organization whose deposit is paid
    /// @param id the payment's idempotency key: a repeated order with the same key sends nothing
    /// @param sender the address that it comes from; if null, one derived from the payment
    public record Order(
            UUID organizationId,
            UUID id,
            Money amount,
            Wallet to,
            @Nullable String sender,
            Duration delay,
            Arrival arrival) {
        /// Returns the order of an ordinary payment without delay.
        public static Order of(UUID organizationId, UUID id, Money amount, Wallet to) {
            return new Order(organizationId, id, amount, to, null, Duration.ZERO, Arrival.ORDINARY);
        }
    }

    /// A payment in progress, or of an earlier call.
    ///
    /// @param arrivesAt time at which it is final, and the rail reports it
    /// @param isNew true if this call was the first order of it
    public record Sent(String hash, String sender, Money amount, Instant arrivesAt, boolean isNew) {}

    /// Returns true if the sandbox simulates a network.
    public boolean plays(String network) {
        return networks.containsKey(network);
    }

    /// Returns true if a reorg can remove final payments of a network. Stellar's ledgers are never rewritten.
    public boolean canBeRewritten(String network) {
        var played = networks.get(network);
        return played != null && played.family() == SandboxNetwork.Family.EVM;
    }

    /// Sends a payment as ordered.
    public Sent pay(Tx tx, Order order) {
        var payment = payment(order, clocks.instant().plus(order.delay()));
        if (ChainPaymentStore.insert(tx, payment)) {
            return sent(payment, true);
        }
        return sent(ChainPaymentStore.read(tx, order.organizationId(), order.id()), false);
    }

    private Payment payment(Order order, Instant sentAt) {
        var network = Optional.ofNullable(networks.get(order.to().network()))
                .filter(played -> played.has(order.amount().asset().code()))
                .orElseThrow(() -> new IllegalStateException(
                        order.amount() + " is not of the network " + order.to().network()));
        var given = order.sender();
        var sender = given == null
                ? Digest.of(network.family(), "payer", order.organizationId(), order.id())
                        .address()
                : account(network, given);
        var transaction = new Transaction(
                network, sender, order.organizationId() + ":" + order.id(), network.confirmationsHere(), sentAt);
        var end = TxTimeline.of(transaction, order.arrival().scenario()).finalState();
        return new Payment(
                order.organizationId(),
                order.id(),
                new Destination(order.amount().asset().code(), network.name(), number(network, order.to())),
                order.amount(),
                sender,
                end.hash(),
                end.block().at(),
                end.since(),
                order.arrival().notices(),
                end.since(),
                order.arrival().vanishes(),
                false);
    }

    /// Returns the identifier of payments to a wallet: the address, and the memo if there is one. A muxed account
    /// contains both.
    private static String number(SandboxNetwork network, Wallet to) {
        var account = account(network, to.address());
        var memo = memo(network, to);
        return memo == null ? account : account + ":" + memo;
    }

    private static String account(SandboxNetwork network, String address) {
        var account = switch (network.family()) {
            case EVM -> EvmAddress.parse(address);
            case STELLAR -> StellarAddress.parse(address).map(StellarAddress::account);
        };
        return account.orElseThrow(
                () -> new IllegalStateException("not an address on " + network.name() + ": " + address));
    }

    private static @Nullable String memo(SandboxNetwork network, Wallet to) {
        return switch (network.family()) {
            case EVM -> null;
            case STELLAR ->
                StellarAddress.parse(to.address())
                        .map(StellarAddress::id)
                        .map(BigInteger::toString)
                        .orElse(to.memo());
        };
    }

    private static Sent sent(Payment payment, boolean isNew) {
        return new Sent(payment.hash(), payment.sender(), payment.amount(), payment.arrivesAt(), isNew);
    }
}
