package dev.sluice.rail.sandbox.chain;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.IncomingPayment;
import dev.sluice.rail.IncomingPayments;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.Wallet;
import dev.sluice.rail.sandbox.chain.SandboxNetwork.Family;
import dev.sluice.vault.Vault;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// A sandbox chain with a manual clock, and payers of two organizations.
final class SandboxTestChain {
    static final UUID ORGANIZATION = UUID.fromString("01993f80-0000-7000-8000-000000000001");
    static final String ADDRESS = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
    static final String ACCOUNT = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ";
    static final Asset USDC = Asset.crypto("usdc-polygon", 6);
    static final Asset USDC_STELLAR = Asset.crypto("usdc-stellar", 7);
    static final SandboxNetwork POLYGON =
            new SandboxNetwork("polygon", Family.EVM, 137, Asset.crypto("pol-polygon", 18), 128, false);
    static final SandboxNetwork BASE =
            new SandboxNetwork("base", Family.EVM, 8453, Asset.crypto("eth-base", 18), 30, false);
    static final SandboxNetwork STELLAR =
            new SandboxNetwork("stellar", Family.STELLAR, 0, Asset.crypto("xlm-stellar", 7), 1, true);
    static final List<SandboxNetwork> NETWORKS = List.of(POLYGON, BASE, STELLAR);

    private static final UUID OTHER_ORGANIZATION = UUID.fromString("01993f80-0000-7000-8000-000000000002");
    private static final int UNREAD_MAX = 5_000;

    private final Database database;
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-21T02:30:00.000Z"));
    private final Clocks clocks = new Clocks(now::get);
    private final IncomingPayments payments;
    private int count;

    /// Returns new objects on the same books at the same time.
    SandboxTestChain restarted() {
        var again = new SandboxTestChain(database);
        again.now.set(now());
        return again;
    }

    SandboxTestChain(Database database) {
        this.database = database;
        this.payments = new IncomingPayments(Vault.open(database, new byte[Vault.MASTER_KEY_BYTES]));
    }

    SandboxChain rail() {
        return rail(NETWORKS);
    }

    SandboxChain rail(List<SandboxNetwork> networks) {
        return new SandboxChain(database, clocks, networks);
    }

    SandboxWallets wallets() {
        return new SandboxWallets(clocks, NETWORKS);
    }

    SandboxChainWorker worker() {
        return new SandboxChainWorker(database, clocks, payments);
    }

    Instant now() {
        return clocks.instant();
    }

    UUID newId() {
        return clocks.newId();
    }

    void pass(Duration duration) {
        now.updateAndGet(before -> before.plus(duration));
    }

    /// Returns a new instruction to a magic wallet, alternating between the two organizations.
    Instruction to(MagicWallet magic) {
        return to(POLYGON, magic);
    }

    Instruction to(SandboxNetwork network, MagicWallet magic) {
        var asset = network.family() == Family.EVM ? token(network) : USDC_STELLAR;
        return to(asset, wallet(network, magic));
    }

    synchronized Instruction to(Asset asset, Wallet wallet) {
        var organization = count++ % 2 == 0 ? ORGANIZATION : OTHER_ORGANIZATION;
        return new Instruction(
                new PayoutRef(organization, clocks.newId()),
                new Money(BigInteger.valueOf(25_000_000), asset),
                wallet,
                null);
    }

    private static Asset token(SandboxNetwork network) {
        return Asset.crypto("usdc-" + network.name(), 6);
    }

    private static Wallet wallet(SandboxNetwork network, MagicWallet magic) {
        boolean ordinary = magic == MagicWallet.ORDINARY;
        return switch (network.family()) {
            case EVM -> new Wallet(network.name(), ordinary ? ADDRESS : magic.address(), null);
            case STELLAR -> new Wallet(network.name(), ACCOUNT, memo(magic));
        };
    }

    private static @Nullable String memo(MagicWallet magic) {
        return magic == MagicWallet.ORDINARY ? null : magic.memo();
    }

    Outcome submit(Instruction instruction) {
        return rail().submit(List.of(instruction)).getFirst();
    }

    Outcome queryOutcome(Instruction instruction) {
        return rail().queryOutcomes(List.of(instruction.payout())).getFirst();
    }

    SandboxWallets.Sent pay(SandboxWallets.Order order) {
        return database.inTx(tx -> wallets().pay(tx, order));
    }

    /// Lets the chain report all that is due, and returns the receipts.
    List<IncomingPayment> told() {
        return entries().stream().map(IncomingPayments.Entry::payment).toList();
    }

    /// Lets the chain report all that is due, and returns receipts and reversals.
    List<IncomingPayments.Entry> entries() {
        while (worker().step()) {
            // Repeat until nothing is due.
        }
        var taken = new ArrayList<IncomingPayments.Entry>();
        database.run(tx -> {
            taken.addAll(payments.unread(tx, now(), UNREAD_MAX).notices());
            payments.markRead(tx, taken, now());
        });
        return taken;
    }
}
