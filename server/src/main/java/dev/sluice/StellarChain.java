package dev.sluice;

import dev.sluice.chain.StellarAddress;
import dev.sluice.rail.Halts;
import dev.sluice.rail.PayinRail;
import dev.sluice.rail.Pulse;
import dev.sluice.rail.Rail;
import dev.sluice.rail.stellar.SecretKey;
import dev.sluice.rail.stellar.StellarRoom;
import dev.sluice.rail.stellar.StellarSettings;
import dev.sluice.rail.stellar.StellarToken;
import dev.sluice.reference.References;
import dev.sluice.reference.Served;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/// The rail to Stellar in this deployment: its configuration, its tokens from the reference data, and its workers.
/// Nothing, where it is not configured.
final class StellarChain implements AutoCloseable {
    private static final Duration SELDOM = Duration.ofMinutes(1);
    private static final Duration OFTEN = Duration.ofMillis(500);
    private static final Duration NOW_AND_THEN = Duration.ofSeconds(5);
    private static final Duration LEDGER = Duration.ofSeconds(3);
    private static final String NETWORK = "stellar";

    private final Optional<Wired> wired;
    private final Optional<StellarRoom> room;

    private StellarChain(Optional<Wired> wired) {
        this.wired = wired;
        this.room = wired.map(Wired::room);
    }

    /// The rail, and the reference data as it sees it.
    private record Wired(StellarRoom room, References world) {}

    /// Reads `SLUICE_STELLAR_…`.
    static Optional<StellarSettings> settings(Settings settings) {
        var horizon = settings.optional("SLUICE_STELLAR_HORIZON", ConfigValues::urls);
        var passphrase =
                settings.value("SLUICE_STELLAR_PASSPHRASE", StellarSettings.PUBLIC, Function.<String>identity());
        var hot = settings.optional("SLUICE_STELLAR_SECRET_SEED", SecretKey::of);
        var channels = settings.value("SLUICE_STELLAR_CHANNEL_SEEDS", "", StellarChain::seeds);
        var deposits = settings.optional("SLUICE_STELLAR_DEPOSIT_ACCOUNT", StellarChain::account);
        var feeMax = settings.value("SLUICE_STELLAR_FEE_MAX", "0.1", StellarChain::stroops);
        if (hot.isPresent() || deposits.isPresent()) {
            settings.require("SLUICE_STELLAR_HORIZON", "Stellar cannot be reached without it");
        }
        if (horizon.isPresent() && deposits.isEmpty()) {
            settings.require(
                    "SLUICE_STELLAR_SECRET_SEED",
                    "Stellar needs it for payouts, or SLUICE_STELLAR_DEPOSIT_ACCOUNT for deposits");
        }
        return horizon.map(urls -> new StellarSettings(urls, passphrase, hot, channels, deposits, feeMax));
    }

    static StellarChain wire(
            Config config, Foundation ground, ConfiguredRails.Inboxes inboxes, Halts halts, Pulse pulse) {
        return new StellarChain(config.stellar().map(settings -> {
            // What is on offer depends on what the rails serve, so it looks at all that there is.
            var world = new References(ground.database(), Served.everything());
            requireDecimals(world);
            var room = new StellarRoom.Ground(
                    ground.database(),
                    ground.clocks(),
                    inboxes.receipts(),
                    ground.meters(),
                    halts,
                    pulse,
                    inboxes.alerts(),
                    ground.vault());
            return new Wired(StellarRoom.wire(room, settings, () -> tokens(world)), world);
        }));
    }

    /// The rails out: Stellar's own before any other that serves everything, which pays nothing more there then.
    List<Rail> before(List<Rail> others) {
        return room.flatMap(StellarRoom::payouts)
                .map(payouts -> Stream.concat(
                                Stream.of(payouts.rail()),
                                others.stream().<Rail>map(other -> new PayoutElsewhere(other, Set.of(NETWORK))))
                        .toList())
                .orElse(others);
    }

    /// The rails in, likewise.
    List<PayinRail> payinsBefore(List<PayinRail> others) {
        return room.flatMap(StellarRoom::deposits)
                .map(deposits -> Stream.concat(
                                Stream.of(deposits.rail()),
                                others.stream().<PayinRail>map(other -> new PayinElsewhere(other, Set.of(NETWORK))))
                        .toList())
                .orElse(others);
    }

    /// Takes over what operators have changed since the last look.
    ///
    /// @return whether they have
    boolean refresh() {
        return wired.filter(each -> each.world().refresh()).isPresent();
    }

    /// What any node does for all.
    void work(Workers workers) {
        room.ifPresent(each -> workers.every("stellar-ledgers", NOW_AND_THEN, each.ledgers()::step));
        // Two, so that sources which are done need not wait for one whose answer takes its time.
        room.flatMap(StellarRoom::payouts).ifPresent(payouts -> {
            workers.every("stellar-teller-1", OFTEN, payouts.teller()::step);
            workers.every("stellar-teller-2", OFTEN, payouts.teller()::step);
            workers.every("stellar-balance", SELDOM, payouts.teller()::look);
        });
        room.flatMap(StellarRoom::deposits)
                .ifPresent(deposits -> workers.every("stellar-deposits", LEDGER, deposits.watcher()::step));
    }

    @Override
    public void close() {
        room.ifPresent(StellarRoom::close);
    }

    /// A token that is offered and has decimals other than the network's stops the start.
    private static void requireDecimals(References references) {
        for (var token : references.tokens()) {
            if (token.network().network().equals(NETWORK) && token.decimals() != StellarToken.DECIMALS) {
                throw new IllegalArgumentException(
                        token.id() + " must have " + StellarToken.DECIMALS + " decimals, as all have on Stellar");
            }
        }
    }

    /// All tokens, for what is on its way does not stop where one is switched off. One that has decimals other than the
    /// network's never is on its way.
    private static List<StellarToken> tokens(References references) {
        return references.everyToken().stream()
                .filter(token -> token.network().network().equals(NETWORK))
                .filter(token -> token.decimals() == StellarToken.DECIMALS)
                .map(token -> new StellarToken(
                        token.asset(),
                        token.isNative() ? null : token.symbol(),
                        token.isNative() ? null : token.address(),
                        references.isOffered(token.asset())))
                .toList();
    }

    private static List<SecretKey> seeds(String text) {
        return ConfigValues.parts(text).map(SecretKey::of).toList();
    }

    private static String account(String text) {
        return StellarAddress.parse(text)
                .filter(address -> address.id() == null)
                .map(StellarAddress::account)
                .orElseThrow(() -> new IllegalArgumentException("must be an account of Stellar (G…)"));
    }

    private static long stroops(String text) {
        try {
            long stroops = StellarToken.stroops(text);
            if (stroops >= StellarSettings.FEE_MIN && stroops <= StellarSettings.FEE_LIMIT) {
                return stroops;
            }
        } catch (ArithmeticException | NumberFormatException malformed) {
            // Told below, like any other text that is no such amount.
        }
        throw new IllegalArgumentException("must be an amount of XLM from 0.00001 to 100, such as 0.1");
    }
}
