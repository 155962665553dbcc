package dev.sluice.reconcile;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.rail.iso20022.inbound.AccountUse;
import dev.sluice.rail.iso20022.inbound.AlteredRecord;
import dev.sluice.rail.iso20022.inbound.BankBreak;
import dev.sluice.rail.iso20022.inbound.BankBreaks;
import dev.sluice.rail.iso20022.inbound.BankEntries;
import dev.sluice.rail.iso20022.inbound.BankInbox;
import dev.sluice.rail.iso20022.inbound.StatementPage;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.rail.iso20022.profile.BusinessDays;
import dev.sluice.vault.Vault;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Compares bank accounts with the ledger and the orders, and keeps their breaks.
public final class Reconciliations {
    private static final String RAIL = "bank-";

    private final Database database;
    private final Clocks clocks;
    private final BankInbox inbox;
    private final BankEntries entries;
    private final BankBreaks breaks;

    public Reconciliations(Database database, Clocks clocks, Vault vault, BankInbox inbox) {
        this.database = database;
        this.clocks = clocks;
        this.inbox = inbox;
        this.entries = new BankEntries(vault);
        this.breaks = new BankBreaks(vault, clocks);
    }

    /// Returns the reconciliation of an account as it is stored; empty if no statement has closed a day.
    ///
    /// @param until last day for the closed day and for the causes of breaks; null for all
    public Optional<Reconciliation> of(Handle handle, BankProfile profile, @Nullable LocalDate until) {
        var days = BusinessDays.of(profile.windows());
        var open = breaks.open(handle, profile.id());
        return new TermsReader(handle, entries, profile.id(), profile.rail())
                .read(days.zone(), until, Comparison.payouts(open))
                .map(closed -> new Reconciliation(
                        profile.id(), closed.day(), today(profile), closed.terms(), until(open, until)));
    }

    /// Opens the breaks of business days without their statement. Doing so again changes nothing.
    public void expectStatements(BankProfile profile) {
        var last = database.read(handle -> lastDay(handle, profile));
        new StatementDeadlines(profile)
                .missing(last, clocks.instant())
                .forEach(day -> inbox.expectStatement(profile, day));
    }

    /// Opens the breaks of payouts and entries that are there now, and closes those without a cause.
    public void compare(BankProfile profile) {
        var now = clocks.instant();
        database.run(tx -> {
            AccountUse.lock(tx, profile, now);
            new Comparison(tx, breaks, entries, profile, now).run();
        });
    }

    /// Returns the last day that a statement closed; else the day before the account was first used.
    private Optional<LocalDate> lastDay(Handle handle, BankProfile profile) {
        return entries.statements(handle, profile.id()).stream()
                .filter(each -> !each.continues())
                .map(StatementPage::day)
                .max(LocalDate::compareTo)
                .or(() -> AccountUse.first(handle, profile.id())
                        .map(first ->
                                BusinessDays.of(profile.windows()).day(first).minusDays(1)));
    }

    /// Reports each account with books that differ from its last statement. Accounts are those with statements, so that
    /// no profile is needed.
    public static void verify(Handle snapshot, Vault vault, Consumer<String> fault) {
        var entries = new BankEntries(vault);
        for (var account : AccountUse.stated(snapshot)) {
            try {
                new TermsReader(snapshot, entries, account, RAIL + account)
                        .read(ZoneOffset.UTC, null, List.of())
                        .filter(closed -> !closed.terms().difference().isZero())
                        .ifPresent(closed -> fault.accept("bank account " + account + ": it closes "
                                + closed.day() + " with " + closed.terms().closing() + ", expected "
                                + closed.terms().expected()));
            } catch (AlteredRecord altered) {
                fault.accept("bank account " + account + ": not compared: " + altered.getMessage());
            }
        }
    }

    /// Returns the open breaks of an account, the oldest first.
    ///
    /// @param until last day of their causes; null for all
    public List<BankBreak> breaks(Handle handle, BankProfile profile, @Nullable LocalDate until) {
        return until(breaks.open(handle, profile.id()), until);
    }

    /// Returns the day from which the ages of breaks count.
    public LocalDate today(BankProfile profile) {
        return BusinessDays.of(profile.windows()).day(clocks.instant());
    }

    private static List<BankBreak> until(List<BankBreak> breaks, @Nullable LocalDate until) {
        return breaks.stream()
                .filter(each -> until == null || !each.since().isAfter(until))
                .toList();
    }
}
