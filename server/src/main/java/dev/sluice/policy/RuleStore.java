package dev.sluice.policy;

import dev.sluice.db.Batch;
import dev.sluice.db.Pending;
import dev.sluice.db.Tx;
import dev.sluice.policy.Condition.NewPayee;
import dev.sluice.policy.Condition.PayoutAmount;
import dev.sluice.policy.Condition.PayoutCount;
import dev.sluice.policy.Condition.TotalAmount;
import dev.sluice.policy.Condition.WalletAllowlist;
import dev.sluice.policy.Rule.Effect;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;

/// SQL of `policy` and `policy_rule`.
final class RuleStore {
    private static final String COLUMNS = """
            rule.id, rule.kind, rule.effect, rule.asset, rule.maker, rule.amount, rule.payouts, rule.minutes
            """;

    private static final String LOCK = "SELECT " + COLUMNS + """
            , policy.organization_id AS owner,
            EXISTS (SELECT FROM policy_day_limit l WHERE l.organization_id = policy.organization_id) AS is_limited
            FROM unnest(?::uuid[]) AS wanted (organization_id)
            JOIN policy USING (organization_id)
            LEFT JOIN policy_rule rule USING (organization_id)
            WHERE rule.id IS NOT NULL
                  OR EXISTS (SELECT FROM policy_day_limit l WHERE l.organization_id = policy.organization_id)
            ORDER BY policy.organization_id, rule.id FOR UPDATE OF policy
            """;

    private static final String SELECT = "SELECT " + COLUMNS + """
            FROM policy_rule rule WHERE rule.organization_id = :organization ORDER BY rule.id
            """;

    private static final String TOUCH = """
            INSERT INTO policy (organization_id, changed_at) VALUES (:organization, :now)
            ON CONFLICT (organization_id) DO UPDATE SET changed_at = EXCLUDED.changed_at
            """;

    private static final String INSERT = """
            INSERT INTO policy_rule (organization_id, id, kind, effect, asset, maker, amount, payouts, minutes,
                                     created_at)
            VALUES (:organization, :id, :kind, :effect, :asset, :maker, :amount::numeric, :payouts::integer,
                    :minutes::integer, :now)
            """;

    private static final String UPDATE = """
            UPDATE policy_rule SET kind = :kind, effect = :effect, asset = :asset, maker = :maker,
                                   amount = :amount::numeric, payouts = :payouts::integer, minutes = :minutes::integer
            WHERE organization_id = :organization AND id = :id
            """;

    private static final String DELETE = """
            DELETE FROM policy_rule WHERE organization_id = :organization AND id = :id
            """;

    private RuleStore() {}

    /// A rule with its organization. An organization with a daily limit but no rules has one row without a rule.
    record Owned(
            UUID organizationId,
            boolean isLimited,
            @Nullable Rule rule) {}

    /// Returns the rules of organizations and locks those with rules or a daily limit, so that their payouts are
    /// counted one after another.
    static Pending<List<Owned>> lock(Tx tx, List<UUID> organizations) {
        return Batch.of(LOCK).uuids(organizations, id -> id).queueQuery(tx, RuleStore::owned);
    }

    static List<Rule> of(Handle handle, UUID organizationId) {
        return handle.createQuery(SELECT)
                .bind("organization", organizationId)
                .map((row, _) -> read(row))
                .list();
    }

    /// Records a change of the policy and locks it.
    static void touch(Tx tx, UUID organizationId, Instant now) {
        tx.handle()
                .createUpdate(TOUCH)
                .bind("organization", organizationId)
                .bind("now", now)
                .execute();
    }

    static void insert(Tx tx, UUID organizationId, Rule rule, Instant now) {
        bound(tx.handle().createUpdate(INSERT), organizationId, rule)
                .bind("now", now)
                .execute();
    }

    /// Replaces the parameters of a rule.
    static boolean update(Tx tx, UUID organizationId, Rule rule) {
        return bound(tx.handle().createUpdate(UPDATE), organizationId, rule).execute() > 0;
    }

    private static Update bound(Update update, UUID organizationId, Rule rule) {
        var condition = rule.condition();
        var maker = rule.maker();
        return update.bind("organization", organizationId)
                .bind("id", rule.id())
                .bind("kind", condition.kind())
                .bind("effect", rule.effect().name())
                .bind("asset", rule.asset())
                .bind("maker", maker == null ? null : maker.name())
                .bind("amount", condition.most().orElse(null))
                .bind("payouts", condition.count().orElse(null))
                .bind("minutes", condition.span().map(Duration::toMinutes).orElse(null));
    }

    static boolean delete(Tx tx, UUID organizationId, UUID id) {
        return tx.handle()
                        .createUpdate(DELETE)
                        .bind("organization", organizationId)
                        .bind("id", id)
                        .execute()
                > 0;
    }

    private static Owned owned(ResultSet row) throws SQLException {
        return new Owned(
                row.getObject("owner", UUID.class),
                row.getBoolean("is_limited"),
                row.getObject("id", UUID.class) == null ? null : read(row));
    }

    private static Rule read(ResultSet row) throws SQLException {
        var maker = row.getString("maker");
        return new Rule(
                row.getObject("id", UUID.class),
                condition(row),
                Effect.valueOf(row.getString("effect")),
                row.getString("asset"),
                maker == null ? null : Maker.valueOf(maker));
    }

    private static Condition condition(ResultSet row) throws SQLException {
        var kind = row.getString("kind");
        var window = Duration.ofMinutes(row.getLong("minutes"));
        return switch (kind) {
            case "PAYOUT_AMOUNT" -> new PayoutAmount(row.getBigDecimal("amount"));
            case "TOTAL_AMOUNT" -> new TotalAmount(row.getBigDecimal("amount"), window);
            case "PAYOUT_COUNT" -> new PayoutCount(row.getInt("payouts"), window);
            case "WALLET_ALLOWLIST" -> new WalletAllowlist();
            case "NEW_PAYEE" -> new NewPayee(window);
            default -> throw new IllegalStateException("a rule of an unknown kind: " + kind);
        };
    }
}
