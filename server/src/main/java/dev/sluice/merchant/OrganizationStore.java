package dev.sluice.merchant;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jspecify.annotations.Nullable;

/// SQL of `merchant_organization` and `merchant_conversion`.
final class OrganizationStore {
    private static final String COLUMNS = """
        organization_id, name, checkout_enabled, conversion_enabled, signature_required,
        payout_signature_required, duplicate_references_allowed, verification_blocks, second_factor_required,
        dual_control, frozen,
        rate_requests, rate_seconds, rate_burst,
        (SELECT digest FROM merchant_logo l WHERE l.organization_id = o.organization_id) AS logo
        """;

    private static final String SELECT = "SELECT " + COLUMNS + """
        FROM merchant_organization o WHERE organization_id = :id
        """;

    private static final String SELECT_FOR_UPDATE = "SELECT " + COLUMNS + """
        FROM merchant_organization o WHERE organization_id = :id FOR UPDATE OF o
        """;

    private static final String SELECT_ALL = "SELECT " + COLUMNS + """
        FROM merchant_organization o ORDER BY organization_id
        """;

    private static final String SELECT_NAMED = "SELECT " + COLUMNS + """
        FROM merchant_organization o WHERE position(lower(:part) IN lower(name)) > 0
        ORDER BY organization_id LIMIT :limit OFFSET :offset
        """;

    private static final String COUNT_NAMED = """
        SELECT count(*) FROM merchant_organization WHERE position(lower(:part) IN lower(name)) > 0
        """;

    private static final String IDS = "SELECT organization_id FROM merchant_organization";

    private static final String FROZEN = "SELECT organization_id FROM merchant_organization WHERE frozen";

    private static final String SELECT_PAIRS = """
        SELECT token_symbol, currency, enabled FROM merchant_conversion WHERE organization_id = :id
        """;

    private static final String SELECT_PAIRS_OF = """
        SELECT organization_id, token_symbol, currency, enabled FROM merchant_conversion
        WHERE organization_id = ANY (:ids)
        """;

    private static final String INSERT = """
        INSERT INTO merchant_organization (organization_id, name, checkout_enabled, conversion_enabled,
            signature_required, payout_signature_required, duplicate_references_allowed, verification_blocks,
            second_factor_required, dual_control, frozen)
        VALUES (:id, :name, :checkout, :conversion, :signature, :payoutSignature, :duplicates, :blocks,
            :secondFactor, :dualControl, :frozen)
        ON CONFLICT (organization_id) DO NOTHING
        """;

    private static final String UPDATE = """
        UPDATE merchant_organization SET checkout_enabled = :checkout, conversion_enabled = :conversion,
            signature_required = :signature, payout_signature_required = :payoutSignature,
            duplicate_references_allowed = :duplicates, verification_blocks = :blocks,
            second_factor_required = :secondFactor, dual_control = :dualControl, frozen = :frozen, name = :name
        WHERE organization_id = :id
        """;

    private static final String SET_DUAL_CONTROL = """
        UPDATE merchant_organization SET dual_control_set_at = coalesce(dual_control_set_at, :now)
        WHERE organization_id = :id
        """;

    private static final String BEGIN_DUAL_CONTROL = """
        UPDATE merchant_organization SET dual_control = true, dual_control_set_at = :now
        WHERE organization_id = :id AND dual_control_set_at IS NULL
        """;

    private static final String LIMIT_REQUESTS = """
        UPDATE merchant_organization
        SET rate_requests = :requests::integer, rate_seconds = :seconds::integer, rate_burst = :burst::integer
        WHERE organization_id = :id
        """;

    private static final String PUT_PAIR = """
        INSERT INTO merchant_conversion (organization_id, token_symbol, currency, enabled)
        VALUES (:id, :symbol, :currency, :enabled)
        ON CONFLICT (organization_id, token_symbol, currency) DO UPDATE SET enabled = excluded.enabled
        """;

    private OrganizationStore() {}

    static Optional<Organization> find(Handle handle, UUID id) {
        return handle.createQuery(SELECT)
                .bind("id", id)
                .map((row, _) -> organization(row, pairs(handle, id)))
                .findOne();
    }

    static Optional<Organization> lock(Handle handle, UUID id) {
        return handle.createQuery(SELECT_FOR_UPDATE)
                .bind("id", id)
                .map((row, _) -> organization(row, pairs(handle, id)))
                .findOne();
    }

    static List<Organization> list(Handle handle) {
        return all(handle, handle.createQuery(SELECT_ALL));
    }

    static List<UUID> ids(Handle handle) {
        return handle.createQuery(IDS).mapTo(UUID.class).list();
    }

    static List<UUID> frozen(Handle handle) {
        return handle.createQuery(FROZEN).mapTo(UUID.class).list();
    }

    static List<Organization> named(Handle handle, String part, int limit, long offset) {
        return all(
                handle,
                handle.createQuery(SELECT_NAMED)
                        .bind("part", part)
                        .bind("limit", limit)
                        .bind("offset", offset));
    }

    /// Returns the organizations of a query, with the pairs of all read at once.
    private static List<Organization> all(Handle handle, Query query) {
        var organizations = query.map((row, _) -> organization(row, Map.of())).list();
        var pairs = new HashMap<UUID, Map<Switches.Pair, Boolean>>();
        handle.createQuery(SELECT_PAIRS_OF)
                .bindArray(
                        "ids",
                        UUID.class,
                        organizations.stream().map(Organization::id).toList())
                .map((row, _) -> Map.entry(row.getObject("organization_id", UUID.class), pair(row)))
                .forEach(entry -> pairs.computeIfAbsent(entry.getKey(), _ -> new HashMap<>())
                        .put(entry.getValue().getKey(), entry.getValue().getValue()));
        return organizations.stream()
                .map(each -> each.with(pairs.getOrDefault(each.id(), Map.of())))
                .toList();
    }

    private static Map.Entry<Switches.Pair, Boolean> pair(ResultSet row) throws SQLException {
        return Map.entry(
                new Switches.Pair(row.getString("token_symbol"), row.getString("currency")), row.getBoolean("enabled"));
    }

    static long countNamed(Handle handle, String part) {
        return handle.createQuery(COUNT_NAMED)
                .bind("part", part)
                .mapTo(Long.class)
                .one();
    }

    /// @return false if the id exists already
    static boolean insert(Handle handle, Organization organization) {
        if (bound(handle.createUpdate(INSERT), organization).execute() == 0) {
            return false;
        }
        putPairs(handle, organization);
        return true;
    }

    static void update(Handle handle, Organization organization) {
        bound(handle.createUpdate(UPDATE), organization).execute();
        putPairs(handle, organization);
    }

    /// Records that a person has set the switch of dual control.
    static void setDualControl(Handle handle, UUID id, Instant now) {
        handle.createUpdate(SET_DUAL_CONTROL).bind("id", id).bind("now", now).execute();
    }

    /// Turns dual control on if its switch was never set.
    static void beginDualControl(Handle handle, UUID id, Instant now) {
        handle.createUpdate(BEGIN_DUAL_CONTROL).bind("id", id).bind("now", now).execute();
    }

    static int limitRequests(Handle handle, UUID id, Optional<RequestRate> rate) {
        return handle.createUpdate(LIMIT_REQUESTS)
                .bind("id", id)
                .bind("requests", rate.map(RequestRate::requests).orElse(null))
                .bind("seconds", rate.map(each -> each.per().seconds()).orElse(null))
                .bind("burst", rate.map(RequestRate::burst).orElse(null))
                .execute();
    }

    private static void putPairs(Handle handle, Organization organization) {
        organization
                .switches()
                .pairs()
                .forEach((pair, enabled) -> handle.createUpdate(PUT_PAIR)
                        .bind("id", organization.id())
                        .bind("symbol", pair.tokenSymbol())
                        .bind("currency", pair.currency())
                        .bind("enabled", enabled)
                        .execute());
    }

    private static Map<Switches.Pair, Boolean> pairs(Handle handle, UUID id) {
        var pairs = new HashMap<Switches.Pair, Boolean>();
        handle.createQuery(SELECT_PAIRS)
                .bind("id", id)
                .map((row, _) -> pair(row))
                .forEach(entry -> pairs.put(entry.getKey(), entry.getValue()));
        return pairs;
    }

    private static <S extends SqlStatement<S>> S bound(S statement, Organization organization) {
        var switches = organization.switches();
        return statement
                .bind("id", organization.id())
                .bind("name", organization.name())
                .bind("checkout", switches.isOn(Switch.CHECKOUT))
                .bind("conversion", switches.isOn(Switch.CONVERSION))
                .bind("signature", switches.isOn(Switch.SIGNATURE_REQUIRED))
                .bind("payoutSignature", switches.isOn(Switch.PAYOUT_SIGNATURE_REQUIRED))
                .bind("duplicates", switches.isOn(Switch.DUPLICATE_REFERENCES))
                .bind("blocks", switches.isOn(Switch.VERIFICATION_BLOCKS))
                .bind("secondFactor", switches.isOn(Switch.SECOND_FACTOR_REQUIRED))
                .bind("dualControl", switches.isOn(Switch.DUAL_CONTROL))
                .bind("frozen", switches.isOn(Switch.FROZEN));
    }

    private static Organization organization(ResultSet row, Map<Switches.Pair, Boolean> pairs) throws SQLException {
        var on = EnumSet.noneOf(Switch.class);
        for (var which : Switch.values()) {
            if (row.getBoolean(column(which))) {
                on.add(which);
            }
        }
        return new Organization(
                row.getObject("organization_id", UUID.class),
                row.getString("name"),
                new Switches(on, pairs),
                row.getString("logo"),
                rate(row));
    }

    private static @Nullable RequestRate rate(ResultSet row) throws SQLException {
        var requests = row.getObject("rate_requests", Integer.class);
        return requests == null
                ? null
                : new RequestRate(requests, RequestRate.Per.of(row.getInt("rate_seconds")), row.getInt("rate_burst"));
    }

    private static String column(Switch which) {
        return switch (which) {
            case CHECKOUT -> "checkout_enabled";
            case CONVERSION -> "conversion_enabled";
            case SIGNATURE_REQUIRED -> "signature_required";
            case PAYOUT_SIGNATURE_REQUIRED -> "payout_signature_required";
            case DUPLICATE_REFERENCES -> "duplicate_references_allowed";
            case VERIFICATION_BLOCKS -> "verification_blocks";
            case SECOND_FACTOR_REQUIRED -> "second_factor_required";
            case DUAL_CONTROL -> "dual_control";
            case FROZEN -> "frozen";
        };
    }
}
