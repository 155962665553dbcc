package dev.sluice.rail.sandbox;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.BankAccount;
import dev.sluice.rail.IncomingPayments;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.PayoutStatusReport;
import dev.sluice.rail.PayoutStatusReports;
import dev.sluice.rail.RoutingNumbers;
import dev.sluice.vault.Vault;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;

/// A sandbox bank with a manual clock, and payers of two organizations.
final class SandboxTestBank {
    static final UUID ORGANIZATION = UUID.fromString("01993f80-0000-7000-8000-000000000001");
    private static final UUID OTHER_ORGANIZATION = UUID.fromString("01993f80-0000-7000-8000-000000000002");

    private static final int UNREAD_MAX = 5_000;

    private final Database database;
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-21T02:30:00.000Z"));
    private final Clocks clocks = new Clocks(now::get);
    private final PayoutStatusReports reports;
    private final SandboxBank bank;
    private int count;

    SandboxTestBank(Database database) {
        this.database = database;
        var vault = Vault.open(database, new byte[Vault.MASTER_KEY_BYTES]);
        this.reports = new PayoutStatusReports(vault);
        this.bank = new SandboxBank(database, clocks, reports, new IncomingPayments(vault));
    }

    SandboxRail rail() {
        return new SandboxRail(database, clocks);
    }

    SandboxBank bank() {
        return bank;
    }

    Instant now() {
        return clocks.instant();
    }

    void pass(Duration duration) {
        now.updateAndGet(before -> before.plus(duration));
    }

    /// Returns a new instruction to a magic account, alternating between the two organizations.
    synchronized Instruction to(Magic magic) {
        var organization = count++ % 2 == 0 ? ORGANIZATION : OTHER_ORGANIZATION;
        return to(organization, magic == Magic.ORDINARY ? "1234567890" : magic.accountNumber());
    }

    Instruction to(UUID organization, String accountNumber) {
        return new Instruction(
                new PayoutRef(organization, clocks.newId()),
                new Money(BigInteger.valueOf(150_000_00), Asset.fiat("IDR", 2)),
                account(accountNumber),
                "INV-1");
    }

    static BankAccount account(String accountNumber) {
        return new BankAccount("IDR", "ID", "014", RoutingNumbers.NONE, accountNumber, "Budi Santoso", null);
    }

    Outcome submit(Instruction instruction) {
        return rail().submit(List.of(instruction)).getFirst();
    }

    Outcome queryOutcome(Instruction instruction) {
        return rail().queryOutcomes(List.of(instruction.payout())).getFirst();
    }

    /// Lets the bank send all due notices, and returns them.
    List<PayoutStatusReport> notices() {
        while (bank.step()) {
            // Repeat until nothing is due.
        }
        var taken = new ArrayList<PayoutStatusReport>();
        database.run(tx -> {
            taken.addAll(reports.unread(tx, clocks.instant(), UNREAD_MAX).notices());
            reports.markRead(tx, taken, now());
        });
        return taken;
    }
}
