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

/// Payout rules, wallet allowlists and daily limits: set by users and operators, and checked before each payout is
/// created.
public final class Policies {
    public static final int RULES_MAX = 50;
    public static final int WALLETS_MAX = 1_000;

    private final Database database;
    private final Clocks clocks;
    private final BiConsumer<Tx, UUID> pause;

    /// @param pause waits for payouts in progress of an organization, and blocks new ones until the transaction
    ///     ends
    public Policies(Database database, Clocks clocks, BiConsumer<Tx, UUID> pause) {
        this.database = database;
        this.clocks = clocks;
        this.pause = pause;
    }

    /// Parameters of a new rule.
    public record NewRule(
            Condition condition,
            Effect effect,
            @Nullable String asset,
            @Nullable Maker maker) {}

    /// Author of a change.
    public record RuleAuthor(UUID id, String name) {}

    /// Returns a supplier of the policies of organizations. It locks organizations with rules or limits, so that
    /// their other payouts wait until the transaction ends. Others cost one read.
    public Supplier<PolicyEvaluator> opening(Tx tx, Collection<UUID> organizations) {
        if (organizations.isEmpty()) {
            return () -> policing(tx.handle(), List.of(), Map.of(), clocks.instant());
        }
        var asked = RuleStore.lock(tx, organizations.stream().sorted().toList());
        // Read the clock after the locks are held.
        var now = clocks.sharedInstant(tx);
        return () -> policing(tx.handle(), asked.get(), Map.of(), now.get());
    }

    /// Returns the current policy of an organization for a dry run, without locks or writes.
    public PolicyEvaluator dryRun(UUID organizationId) {
        return dryRun(organizationId, null);
    }

    /// Returns the policy for a dry run with a draft rule, added to the others or replacing the one with its id.
    public PolicyEvaluator dryRun(UUID organizationId, @Nullable Rule besides) {
        return database.read(handle -> {
            var now = clocks.sharedInstant(handle);
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

    /// Returns a draft rule.
    public Rule rule(NewRule newRule) {
        return rule(clocks.newId(), newRule);
    }

    /// Returns a draft that replaces an existing rule.
    public Rule rule(UUID id, NewRule newRule) {
        return new Rule(id, newRule.condition(), newRule.effect(), newRule.asset(), newRule.maker());
    }

    /// @param usedBesides usage for rules that are not stored
    /// @param now effective time of the payouts
    private PolicyEvaluator policing(Handle handle, List<Owned> owned, Map<UUID, Used> usedBesides, Instant now) {
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
        return new PolicyEvaluator(
                rules,
                used,
                having.isEmpty() ? Map.of() : AllowedWalletStore.lists(handle, having),
                new DayTotals(limited.isEmpty() ? List.of() : DayLimitStore.of(handle, limited, DayTotals.dayOf(now))),
                now);
    }

    /// Returns the daily limits of an organization, by asset, with today's usage.
    public List<DayLimit> dayLimits(UUID organizationId) {
        return database.read(handle ->
                DayLimitStore.of(handle, List.of(organizationId), DayTotals.dayOf(clocks.sharedInstant(handle))));
    }

    /// Sets a daily limit (UTC) on an asset. Today's earlier payouts count. Waits for concurrent payouts of the
    /// organization. Returns made by operators do not count.
    public void limitDay(UUID organizationId, String asset, BigDecimal most) {
        database.run(tx -> {
            pause.accept(tx, organizationId);
            var now = clocks.instant();
            RuleStore.touch(tx, organizationId, now);
            DayLimitStore.put(tx, organizationId, asset, most, now);
        });
    }

    /// @return true if there was a limit
    public boolean endDayLimit(UUID organizationId, String asset) {
        return database.inTx(tx -> {
            RuleStore.touch(tx, organizationId, clocks.instant());
            return DayLimitStore.delete(tx, organizationId, asset);
        });
    }

    /// Returns the rules of an organization, the oldest first.
    public List<Rule> rules(UUID organizationId) {
        return database.read(handle -> RuleStore.of(handle, organizationId));
    }

    /// Adds a rule, which counts earlier payouts, too. Waits for concurrent payouts, since an organization without
    /// rules takes no locks.
    ///
    /// @return the existing rule if an equal one exists; nothing if the maximum is reached
    public Optional<Rule> add(UUID organizationId, NewRule newRule) {
        return database.inTx(tx -> {
            pause.accept(tx, organizationId);
            var now = clocks.instant();
            RuleStore.touch(tx, organizationId, now);
            var rule = rule(newRule);
            var rules = RuleStore.of(tx.handle(), organizationId);
            var same = rules.stream()
                    .filter(each -> rule(each.id(), newRule).equals(each))
                    .findFirst();
            if (same.isPresent() || rules.size() >= RULES_MAX) {
                return same;
            }
            RuleStore.insert(tx, organizationId, rule, now);
            return Optional.of(rule);
        });
    }

    /// Replaces a rule atomically under an optimistic lock. The new one counts earlier payouts, too.
    ///
    /// @param seen true if the rule is still the one that the user has seen
    /// @return true if the rule existed
    /// @throws Refused `CHANGED_MEANWHILE` if it has changed
    public boolean change(UUID organizationId, UUID id, NewRule newRule, Predicate<Rule> seen) {
        return database.inTx(tx -> {
            pause.accept(tx, organizationId);
            RuleStore.touch(tx, organizationId, clocks.instant());
            if (RuleStore.of(tx.handle(), organizationId).stream()
                    .anyMatch(rule -> rule.id().equals(id) && !seen.test(rule))) {
                throw Refusal.CHANGED_MEANWHILE.refused();
            }
            return RuleStore.update(tx, organizationId, rule(id, newRule));
        });
    }

    /// @return true if the rule existed
    public boolean remove(UUID organizationId, UUID id) {
        return database.inTx(tx -> {
            RuleStore.touch(tx, organizationId, clocks.instant());
            return RuleStore.delete(tx, organizationId, id);
        });
    }

    /// Returns the allowlist, the latest wallet first.
    public List<ListedWallet> wallets(UUID organizationId) {
        return database.read(handle -> AllowedWalletStore.of(handle, organizationId));
    }

    /// Adds a wallet to the allowlist, with its memo or without one.
    ///
    /// @param anyMemo true if every memo is allowed
    /// @return nothing if the wallet is on the list already, or the list is full
    public Optional<ListedWallet> list(
            UUID organizationId, Wallet wallet, boolean anyMemo, String label, RuleAuthor by) {
        return database.inTx(tx -> {
            var now = clocks.sharedInstant(tx.handle());
            RuleStore.touch(tx, organizationId, now);
            if (AllowedWalletStore.of(tx.handle(), organizationId).size() >= WALLETS_MAX) {
                return Optional.empty();
            }
            var listed = new ListedWallet(clocks.newId(), wallet, anyMemo, label, by.id(), by.name(), now);
            return AllowedWalletStore.insert(tx, organizationId, listed) ? Optional.of(listed) : Optional.empty();
        });
    }

    /// @return true if the wallet was on the list
    public boolean unlist(UUID organizationId, UUID id) {
        return database.inTx(tx -> {
            RuleStore.touch(tx, organizationId, clocks.instant());
            return AllowedWalletStore.delete(tx, organizationId, id);
        });
    }

    /// Deletes usage older than the longest period.
    public boolean deleteExpired() {
        return database.inTx(tx -> UseStore.delete(
                        tx,
                        clocks.sharedInstant(tx.handle()).minus(Rule.WINDOW_MAX).minusSeconds(60))
                > 0);
    }
}
