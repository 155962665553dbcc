package dev.sluice.policy;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.policy.Condition.Used;
import dev.sluice.policy.Rule.Effect;
import dev.sluice.policy.RuleStore.Owned;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// What organizations allow of their payouts: set by people, asked before each payout is made.
public final class Policies {
    public static final int RULES_MAX = 50;
    public static final int WALLETS_MAX = 1_000;

    private final Database database;
    private final Clocks clocks;
    private final BiConsumer<Tx, UUID> pause;

    /// @param pause sees to it that no payout of an organization is under way until a transaction ends
    public Policies(Database database, Clocks clocks, BiConsumer<Tx, UUID> pause) {
        this.database = database;
        this.clocks = clocks;
        this.pause = pause;
    }

    /// A rule that somebody wants.
    public record Wish(
            Condition condition,
            Effect effect,
            @Nullable String asset,
            @Nullable Maker maker) {}

    /// Who sets something.
    public record Person(UUID id, String name) {}

    /// The policies of some organizations, once they are looked at. Other payouts of an organization that has rules, or
    /// is limited, wait until the transaction ends; one that has neither costs a look and no more.
    public Supplier<Policing> opening(Tx tx, Collection<UUID> organizations) {
        if (organizations.isEmpty()) {
            return () -> policing(tx.handle(), List.of(), Map.of(), clocks.instant());
        }
        var asked = RuleStore.lock(tx, organizations.stream().sorted().toList());
        // Once nobody else counts.
        var now = clocks.agreed(tx);
        return () -> policing(tx.handle(), asked.get(), Map.of(), now.get());
    }

    /// The policy of an organization as it is now, for trying what it would say. It holds nobody up, and is never
    /// written.
    public Policing trial(UUID organizationId) {
        return trial(organizationId, null);
    }

    /// The same with a rule that nobody has put in force: besides the others, or in place of the one that has its id.
    public Policing trial(UUID organizationId, @Nullable Rule besides) {
        return database.read(handle -> {
            var now = clocks.agreed(handle);
            var owned = new ArrayList<>(List.of(new Owned(organizationId, true, null)));
            RuleStore.of(handle, organizationId).stream()
                    .filter(rule -> besides == null || !rule.id().equals(besides.id()))
                    .forEach(rule -> owned.add(new Owned(organizationId, true, rule)));
            if (besides == null) {
                return policing(handle, owned, Map.of(), now);
            }
            owned.add(new Owned(organizationId, true, besides));
            var used = UseStore.of(handle, organizationId, besides, now);
            return policing(handle, owned, Map.of(besides.id(), used), now);
        });
    }

    /// A rule as it would be.
    public Rule rule(Wish wish) {
        return rule(clocks.newId(), wish);
    }

    /// The same in place of one that there is.
    public Rule rule(UUID id, Wish wish) {
        return new Rule(id, wish.condition(), wish.effect(), wish.asset(), wish.maker());
    }

    /// @param usedBesides of rules that are nowhere written
    /// @param now when what is judged counts
    private Policing policing(Handle handle, List<Owned> owned, Map<UUID, Used> usedBesides, Instant now) {
        var rules = new HashMap<UUID, List<Rule>>();
        for (var each : owned) {
            if (each.rule() != null) {
                rules.computeIfAbsent(each.organizationId(), _ -> new ArrayList<>())
                        .add(each.rule());
            }
        }
        var having = List.copyOf(rules.keySet());
        var limited = owned.stream()
                .filter(Owned::isLimited)
                .map(Owned::organizationId)
                .distinct()
                .toList();
        var used = new HashMap<UUID, Used>();
        if (!having.isEmpty()) {
            used.putAll(UseStore.of(handle, having, now));
        }
        used.putAll(usedBesides);
        return new Policing(
                rules,
                used,
                having.isEmpty() ? Map.of() : WalletStore.lists(handle, having),
                new DayTotals(limited.isEmpty() ? List.of() : DayLimitStore.of(handle, limited, DayTotals.dayOf(now))),
                now);
    }

    /// What operators let an organization pay a day, by asset, and what it paid today.
    public List<DayLimit> dayLimits(UUID organizationId) {
        return database.read(
                handle -> DayLimitStore.of(handle, List.of(organizationId), DayTotals.dayOf(clocks.agreed(handle))));
    }

    /// From now on an organization pays no more than so much a day (UTC) of an asset; what it has paid
    /// today counts. What is being paid meanwhile is waited for. What operators send back is no part of it.
    public void limitDay(UUID organizationId, String asset, BigDecimal most) {
        database.run(tx -> {
            pause.accept(tx, organizationId);
            var now = clocks.instant();
            RuleStore.touch(tx, organizationId, now);
            DayLimitStore.put(tx, organizationId, asset, most, now);
        });
    }

    /// @return whether there was a limit
    public boolean endDayLimit(UUID organizationId, String asset) {
        return database.inTx(tx -> {
            RuleStore.touch(tx, organizationId, clocks.instant());
            return DayLimitStore.delete(tx, organizationId, asset);
        });
    }

    /// The rules of an organization, the first one first.
    public List<Rule> rules(UUID organizationId) {
        return database.read(handle -> RuleStore.of(handle, organizationId));
    }

    /// From now on a rule binds, and counts what was paid before. What is being paid meanwhile by an organization that
    /// had no rules, so that it locks none, is waited for.
    ///
    /// @return the one that binds already where one says the same; nothing where there are as many as there may be
    public Optional<Rule> add(UUID organizationId, Wish wish) {
        return database.inTx(tx -> {
            pause.accept(tx, organizationId);
            var now = clocks.instant();
            RuleStore.touch(tx, organizationId, now);
            var rule = rule(wish);
            var rules = RuleStore.of(tx.handle(), organizationId);
            var same = rules.stream()
                    .filter(each -> rule(each.id(), wish).equals(each))
                    .findFirst();
            if (same.isPresent() || rules.size() >= RULES_MAX) {
                return same;
            }
            RuleStore.insert(tx, organizationId, rule, now);
            return Optional.of(rule);
        });
    }

    /// From now on a rule says something else, and counts what was paid before. There is no moment without it.
    ///
    /// @param seen whether it is still what whoever changes it has seen
    /// @return whether it was there
    /// @throws Refused `CHANGED_MEANWHILE` where it is not
    public boolean change(UUID organizationId, UUID id, Wish wish, Predicate<Rule> seen) {
        return database.inTx(tx -> {
            pause.accept(tx, organizationId);
            RuleStore.touch(tx, organizationId, clocks.instant());
            if (RuleStore.of(tx.handle(), organizationId).stream()
                    .anyMatch(rule -> rule.id().equals(id) && !seen.test(rule))) {
                throw Refusal.CHANGED_MEANWHILE.refused();
            }
            return RuleStore.update(tx, organizationId, rule(id, wish));
        });
    }

    /// @return whether it was there
    public boolean remove(UUID organizationId, UUID id) {
        return database.inTx(tx -> {
            RuleStore.touch(tx, organizationId, clocks.instant());
            return RuleStore.delete(tx, organizationId, id);
        });
    }

    /// The wallets that may be paid, the latest first.
    public List<ListedWallet> wallets(UUID organizationId) {
        return database.read(handle -> WalletStore.of(handle, organizationId));
    }

    /// Puts a wallet on the list with its memo, or without one.
    ///
    /// @param anyMemo whether it may be paid whatever the memo says
    /// @return nothing where it is on the list already, or the list is full
    public Optional<ListedWallet> list(UUID organizationId, Wallet wallet, boolean anyMemo, String label, Person by) {
        return database.inTx(tx -> {
            var now = clocks.agreed(tx.handle());
            RuleStore.touch(tx, organizationId, now);
            if (WalletStore.of(tx.handle(), organizationId).size() >= WALLETS_MAX) {
                return Optional.empty();
            }
            var listed = new ListedWallet(clocks.newId(), wallet, anyMemo, label, by.id(), by.name(), now);
            return WalletStore.insert(tx, organizationId, listed) ? Optional.of(listed) : Optional.empty();
        });
    }

    /// @return whether it was there
    public boolean unlist(UUID organizationId, UUID id) {
        return database.inTx(tx -> {
            RuleStore.touch(tx, organizationId, clocks.instant());
            return WalletStore.delete(tx, organizationId, id);
        });
    }

    /// Forgets what no rule counts any more.
    public boolean sweep() {
        return database.inTx(tx -> UseStore.delete(
                        tx, clocks.agreed(tx.handle()).minus(Rule.WINDOW_MAX).minusSeconds(60))
                > 0);
    }
}
