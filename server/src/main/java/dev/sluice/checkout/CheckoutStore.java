package dev.sluice.checkout;

import dev.sluice.checkout.Checkout.Journey;
import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import dev.sluice.deposit.create.RequestedAmount;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.vault.Vault;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.text.Normalizer;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// SQL of `checkout`. The customer's name is encrypted, and searched by its keyed fingerprint.
final class CheckoutStore {
    private static final String PURPOSE = "checkout/customer";
    private static final String NAME = "checkout/customer/name";
    private static final Pattern SPACES = Pattern.compile("\\s+");

    private static final String INSERT = """
            INSERT INTO checkout (organization_id, id, input_asset, input_exponent, input_units, output_asset,
                                  output_kind, output_exponent, output_units, reference, note, success_url, cancel_url,
                                  customer_name, customer_fingerprint, locale, user_id, expires_at, open,
                                  shares_reference)
            VALUES (:organization, :id, :inputAsset, :inputExponent, :inputUnits, :outputAsset, :outputKind,
                    :outputExponent, :outputUnits, :reference, :note, :successUrl, :cancelUrl, :customerName,
                    :customerFingerprint, :locale, :userId, :expiresAt, true, :sharesReference)
            """;

    private static final String COLUMNS = """
            organization_id, id, input_asset, input_exponent, input_units, output_asset, output_kind, output_exponent,
            output_units, reference, note, success_url, cancel_url, customer_name, locale, user_id, expires_at,
            shares_reference
            """;

    private static final String SELECT = "SELECT " + COLUMNS + """
            FROM checkout WHERE organization_id = :organization AND id = :id
            """;

    private static final String NEWEST = "SELECT " + COLUMNS + """
            FROM checkout WHERE organization_id = :organization AND id < :before
            ORDER BY organization_id DESC, id DESC LIMIT :limit
            """;

    private static final String IDS = """
            SELECT id FROM checkout WHERE organization_id = :organization AND id < :before
            ORDER BY organization_id DESC, id DESC LIMIT :limit
            """;

    private static final String AMONG = """
            SELECT id FROM checkout WHERE organization_id = :organization AND id = ANY (:ids::uuid[])
            """;

    private static final String SOME = "SELECT " + COLUMNS + """
            FROM checkout WHERE organization_id = :organization AND id = ANY (:ids::uuid[]) ORDER BY id DESC
            """;

    private static final String NAMED = "SELECT " + COLUMNS + """
            FROM checkout WHERE organization_id = :organization AND reference = :reference AND id < :before
            ORDER BY organization_id DESC, reference DESC, id DESC LIMIT :limit
            """;

    private static final String OWNERS = """
            SELECT DISTINCT o.organization_id FROM unnest(:organizations::uuid[]) AS o (organization_id)
            CROSS JOIN LATERAL (
                SELECT one.id FROM checkout one WHERE one.organization_id = o.organization_id AND one.id = :id::uuid
                UNION ALL
                (SELECT named.id FROM checkout named
                 WHERE named.organization_id = o.organization_id AND named.reference = :reference LIMIT 1)
            ) AS hit
            LIMIT :limit
            """;

    private static final String OF_CUSTOMER = "SELECT " + COLUMNS + """
            FROM checkout
            WHERE organization_id = :organization AND customer_fingerprint = :fingerprint AND id < :before
            ORDER BY organization_id DESC, customer_fingerprint DESC, id DESC LIMIT :limit
            """;

    private static final String LOCK_DUE = "SELECT " + COLUMNS + """
            FROM checkout WHERE open AND expires_at <= :now ORDER BY expires_at LIMIT :limit FOR UPDATE SKIP LOCKED
            """;

    private static final String CLOSE = """
            UPDATE checkout SET open = false WHERE organization_id = :organization AND id = :id
            """;

    private final Vault vault;

    CheckoutStore(Vault vault) {
        this.vault = vault;
    }

    void insert(Tx tx, Checkout checkout) {
        var requested = checkout.requested();
        var journey = checkout.journey();
        var name = journey.customerName();
        tx.handle()
                .createUpdate(INSERT)
                .bind("organization", checkout.organizationId())
                .bind("id", checkout.id())
                .bind("inputAsset", requested.input().code())
                .bind("inputExponent", requested.input().exponent())
                .bind("inputUnits", units(requested.inputAmount()))
                .bind("outputAsset", requested.output().code())
                .bind("outputKind", requested.output().kind().name())
                .bind("outputExponent", requested.output().exponent())
                .bind("outputUnits", units(requested.outputAmount()))
                .bind("reference", checkout.reference())
                .bind("sharesReference", checkout.sharesReference())
                .bind("note", checkout.note())
                .bind("successUrl", journey.successUrl())
                .bind("cancelUrl", journey.cancelUrl())
                .bind("customerName", name == null ? null : vault.seal(checkout.organizationId(), PURPOSE, name))
                .bind("customerFingerprint", name == null ? null : fingerprint(checkout.organizationId(), name))
                .bind("locale", journey.locale())
                .bind("userId", checkout.userId())
                .bind("expiresAt", OffsetDateTime.ofInstant(checkout.expiresAt(), ZoneOffset.UTC))
                .execute();
    }

    Optional<Checkout> find(Handle handle, UUID organizationId, UUID id) {
        return handle.createQuery(SELECT)
                .bind("organization", organizationId)
                .bind("id", id)
                .map((row, _) -> read(row))
                .findOne();
    }

    /// Returns an organization's newest pages before an id. Ids are ordered by time of creation.
    List<Checkout> newest(Handle handle, UUID organizationId, UUID before, int limit) {
        return handle.createQuery(NEWEST)
                .bind("organization", organizationId)
                .bind("before", before)
                .bind("limit", limit)
                .map((row, _) -> read(row))
                .list();
    }

    /// Returns the ids of pages before an id, the newest first.
    static List<UUID> ids(Handle handle, UUID organizationId, UUID before, int limit) {
        return handle.createQuery(IDS)
                .bind("organization", organizationId)
                .bind("before", before)
                .bind("limit", limit)
                .mapTo(UUID.class)
                .list();
    }

    /// Returns the given ids that are ids of payment pages.
    static Set<UUID> among(Handle handle, UUID organizationId, List<UUID> ids) {
        return handle.createQuery(AMONG)
                .bind("organization", organizationId)
                .bindArray("ids", UUID.class, ids)
                .mapTo(UUID.class)
                .set();
    }

    /// Returns the pages with the given ids, the newest first.
    List<Checkout> some(Handle handle, UUID organizationId, List<UUID> ids) {
        return handle.createQuery(SOME)
                .bind("organization", organizationId)
                .bindArray("ids", UUID.class, ids)
                .map((row, _) -> read(row))
                .list();
    }

    static List<UUID> owners(Handle handle, List<UUID> organizations, @Nullable UUID id, String reference, int limit) {
        return handle.createQuery(OWNERS)
                .bindArray("organizations", UUID.class, organizations)
                .bind("id", id)
                .bind("reference", reference)
                .bind("limit", limit)
                .mapTo(UUID.class)
                .list();
    }

    /// Returns the newest pages with a reference, before an id.
    List<Checkout> named(Handle handle, UUID organizationId, String reference, UUID before, int limit) {
        return handle.createQuery(NAMED)
                .bind("organization", organizationId)
                .bind("reference", reference)
                .bind("before", before)
                .bind("limit", limit)
                .map((row, _) -> read(row))
                .list();
    }

    /// Returns a customer's newest pages before an id, by the complete name, ignoring case and the number of
    /// spaces.
    List<Checkout> ofCustomer(Handle handle, UUID organizationId, String name, UUID before, int limit) {
        return handle.createQuery(OF_CUSTOMER)
                .bind("organization", organizationId)
                .bind("fingerprint", fingerprint(organizationId, name))
                .bind("before", before)
                .bind("limit", limit)
                .map((row, _) -> read(row))
                .list();
    }

    /// Locks open pages that have expired, except those that another node is processing.
    List<Checkout> lockDue(Tx tx, Instant now, int limit) {
        return tx.handle()
                .createQuery(LOCK_DUE)
                .bind("now", now)
                .bind("limit", limit)
                .map((row, _) -> read(row))
                .list();
    }

    static void close(Tx tx, Checkout checkout) {
        tx.handle()
                .createUpdate(CLOSE)
                .bind("organization", checkout.organizationId())
                .bind("id", checkout.id())
                .execute();
    }

    private Checkout read(ResultSet row) throws SQLException {
        var organizationId = row.getObject("organization_id", UUID.class);
        var input = Asset.fiat(row.getString("input_asset"), row.getInt("input_exponent"));
        var output = new Asset(
                row.getString("output_asset"),
                Asset.Kind.valueOf(row.getString("output_kind")),
                row.getInt("output_exponent"));
        var name = row.getBytes("customer_name");
        return new Checkout(
                organizationId,
                row.getObject("id", UUID.class),
                new RequestedAmount(
                        input, output, money(row, "input_units", input), money(row, "output_units", output)),
                row.getString("reference"),
                row.getBoolean("shares_reference"),
                row.getString("note"),
                new Journey(
                        name == null ? null : vault.openText(organizationId, PURPOSE, name),
                        row.getString("locale"),
                        row.getString("success_url"),
                        row.getString("cancel_url")),
                row.getObject("user_id", UUID.class),
                Times.instant(row, "expires_at"));
    }

    private byte[] fingerprint(UUID organizationId, String name) {
        var spaced =
                SPACES.matcher(Normalizer.normalize(name, Normalizer.Form.NFKC)).replaceAll(" ");
        var folded = spaced.strip().toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
        return vault.fingerprint(organizationId, NAME, folded);
    }

    private static @Nullable BigDecimal units(@Nullable Money amount) {
        return amount == null ? null : new BigDecimal(amount.units());
    }

    private static @Nullable Money money(ResultSet row, String column, Asset asset) throws SQLException {
        var units = row.getBigDecimal(column);
        return units == null ? null : new Money(units.toBigIntegerExact(), asset);
    }
}
