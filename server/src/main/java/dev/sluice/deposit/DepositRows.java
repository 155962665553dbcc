package dev.sluice.deposit;

import dev.sluice.activity.Activities;
import dev.sluice.db.Times;
import dev.sluice.deposit.Deposit.Instructions;
import dev.sluice.deposit.Deposit.Progress;
import dev.sluice.deposit.Deposit.RequestedPayment;
import dev.sluice.deposit.DepositState.Cancelled;
import dev.sluice.deposit.DepositState.Completed;
import dev.sluice.deposit.DepositState.Expired;
import dev.sluice.deposit.DepositState.Pending;
import dev.sluice.deposit.Pricing.Priced;
import dev.sluice.deposit.refund.Refund;
import dev.sluice.http.Json;
import dev.sluice.http.RawJson;
import dev.sluice.money.Asset;
import dev.sluice.money.FeeSchedule;
import dev.sluice.money.Money;
import dev.sluice.rail.Destination;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import dev.sluice.vault.Vault;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Between a row of `deposit` with its progress and a record. Payments name payers, so they are sealed.
public final class DepositRows {
    private static final String PURPOSE = "deposit/payments";

    private final Vault vault;
    private final DepositMac macs;

    DepositRows(Vault vault) {
        this.vault = vault;
        this.macs = new DepositMac(vault);
    }

    DepositMac macs() {
        return macs;
    }

    /// A deposit; `authentic` is true if its row matches its MACs.
    public record Checked(Deposit deposit, boolean authentic) {
        /// The deposit, to be shown whole or acted on.
        ///
        /// @throws Refused `DEPOSIT_HELD` if its row was altered in the database
        public Deposit toUse() {
            if (!authentic) {
                throw Refusal.DEPOSIT_HELD.refused();
            }
            return deposit;
        }
    }

    /// Payments and refunds of a deposit as they are stored, and their MAC.
    record Payments(byte @Nullable [] sealed, @Nullable String refunds, byte[] mac) {}

    Payments stored(Deposit deposit) {
        var sealed = sealedPayments(deposit);
        var refunds = refunds(deposit);
        return new Payments(sealed, refunds, macs.ofPayments(deposit.ref(), sealed, refunds));
    }

    private byte @Nullable [] sealedPayments(Deposit deposit) {
        var payments = deposit.progress().payments();
        return payments.isEmpty()
                ? null
                : vault.seal(
                        deposit.organizationId(),
                        PURPOSE,
                        Json.bytes(payments.stream().map(Payment::document).toList()));
    }

    private static @Nullable String refunds(Deposit deposit) {
        var refunds = deposit.progress().refunds();
        return refunds.isEmpty()
                ? null
                : new String(Json.bytes(refunds.stream().map(Refund::document).toList()), StandardCharsets.UTF_8);
    }

    private static List<Refund> refunds(@Nullable String document, Asset asset) {
        return document == null
                ? List.of()
                : Json.parse(document.getBytes(StandardCharsets.UTF_8))
                        .valueStream()
                        .map(refund -> Refund.of(refund, asset))
                        .toList();
    }

    /// Returns a deposit in a list. A deposit that was altered in the database shows no payment instructions.
    Deposit listed(ResultSet row) throws SQLException {
        var checked = checked(row);
        return checked.authentic() ? checked.deposit() : checked.deposit().withoutPayment();
    }

    Checked checked(ResultSet row) throws SQLException {
        var deposit = read(row);
        boolean authentic = macs.isOf(deposit.ref(), deposit.requested(), deposit.instructions(), row.getBytes("mac"))
                && macs.isOfPayments(
                        deposit.ref(),
                        row.getBytes("payments"),
                        row.getString("refunds"),
                        row.getBytes("payments_mac"));
        return new Checked(deposit, authentic);
    }

    private Deposit read(ResultSet row) throws SQLException {
        var organizationId = uuid(row, "organization_id");
        var input = input(row);
        return new Deposit(
                organizationId,
                uuid(row, "id"),
                row.getObject("bulk_id", UUID.class),
                requested(row),
                instructions(row),
                row.getString("reference"),
                row.getString("note"),
                uuid(row, "user_id"),
                new Progress(
                        state(row),
                        Times.instant(row, "expires_at"),
                        labels(row.getString("labels")),
                        payments(organizationId, row.getBytes("payments"), input),
                        refunds(row.getString("refunds"), input),
                        Activities.read(row.getString("activities")),
                        row.getBoolean("detached"),
                        owed(row),
                        row.getInt("transfers"),
                        row.getInt("events"),
                        Times.instant(row, "updated_at")));
    }

    static Instant stateAt(Deposit deposit) {
        return switch (deposit.state()) {
            case Pending _, Completed _ -> deposit.progress().updatedAt();
            case Expired(var at) -> at;
            case Cancelled(var at) -> at;
        };
    }

    static String labels(Set<Label> labels) {
        return labels.stream().sorted().map(Label::name).collect(Collectors.joining(","));
    }

    private static Set<Label> labels(String stored) {
        var labels = EnumSet.noneOf(Label.class);
        Arrays.stream(stored.split(","))
                .filter(each -> !each.isEmpty())
                .map(Label::valueOf)
                .forEach(labels::add);
        return labels;
    }

    private List<Payment> payments(UUID organizationId, byte @Nullable [] sealed, Asset asset) {
        return sealed == null
                ? List.of()
                : Json.parse(vault.open(organizationId, PURPOSE, sealed))
                        .valueStream()
                        .map(document -> Payment.of(document, asset))
                        .toList();
    }

    private static Asset input(ResultSet row) throws SQLException {
        var code = row.getString("input_asset");
        int exponent = row.getInt("input_exponent");
        return row.getString("type").equals(Asset.Kind.CRYPTO.wire())
                ? Asset.crypto(code, exponent)
                : Asset.fiat(code, exponent);
    }

    private static Asset output(ResultSet row) throws SQLException {
        return new Asset(
                row.getString("output_asset"),
                Asset.Kind.valueOf(row.getString("output_kind")),
                row.getInt("output_exponent"));
    }

    public static Instructions instructions(ResultSet row) throws SQLException {
        return new Instructions(
                row.getString("method"),
                PaymentMethodType.valueOf(row.getString("method_type")),
                row.getString("settlement_type"),
                row.getString("rail"),
                Destination.of(row.getString("destination")),
                new RawJson(row.getString("payment")));
    }

    public static RequestedPayment requested(ResultSet row) throws SQLException {
        return new RequestedPayment(
                new Priced(
                        money(row, "input_units", input(row)),
                        money(row, "fee_units", input(row)),
                        row.getBigDecimal("rate"),
                        money(row, "output_units", output(row))),
                new FeeSchedule(row.getBigDecimal("fee_flat"), row.getBigDecimal("fee_percentage")),
                Times.instant(row, "rate_until"),
                row.getObject("quote_id", UUID.class));
    }

    static DepositState state(ResultSet row) throws SQLException {
        return switch (Status.stored(row.getString("status"))) {
            case PENDING -> new Pending();
            case COMPLETED ->
                new Completed(
                        new Priced(
                                money(row, "received_units", input(row)),
                                money(row, "credited_fee_units", input(row)),
                                row.getBigDecimal("credited_rate"),
                                money(row, "credited_output_units", output(row))),
                        Times.instant(row, "paid_at"));
            case EXPIRED -> new Expired(Times.instant(row, "state_at"));
            case CANCELLED -> new Cancelled(Times.instant(row, "state_at"));
        };
    }

    static Money owed(ResultSet row) throws SQLException {
        return money(row, "owed_units", output(row));
    }

    private static Money money(ResultSet row, String column, Asset asset) throws SQLException {
        return new Money(row.getBigDecimal(column).toBigIntegerExact(), asset);
    }

    private static UUID uuid(ResultSet row, String column) throws SQLException {
        return Objects.requireNonNull(row.getObject(column, UUID.class));
    }
}
