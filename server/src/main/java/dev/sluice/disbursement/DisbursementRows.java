package dev.sluice.disbursement;

import dev.sluice.activity.Activities;
import dev.sluice.db.Times;
import dev.sluice.disbursement.Disbursement.Actor;
import dev.sluice.disbursement.Disbursement.Progress;
import dev.sluice.disbursement.DisbursementState.Cancelled;
import dev.sluice.disbursement.DisbursementState.Completed;
import dev.sluice.disbursement.DisbursementState.Failed;
import dev.sluice.disbursement.DisbursementState.Pending;
import dev.sluice.disbursement.DisbursementState.Reversed;
import dev.sluice.disbursement.DisbursementState.Stage;
import dev.sluice.disbursement.InstructionMac.StoredApproval;
import dev.sluice.disbursement.lane.Gas;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.FailureCode;
import dev.sluice.rail.PayoutRef;
import dev.sluice.vault.Vault;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Between a row of `disbursement` and a record.
public final class DisbursementRows {
    private static final String PURPOSE = "disbursement/payee";

    private final Vault vault;
    private final InstructionMac macs;

    DisbursementRows(Vault vault) {
        this.vault = vault;
        this.macs = new InstructionMac(vault);
    }

    InstructionMac macs() {
        return macs;
    }

    byte[] sealedPayee(Disbursement payout) {
        return vault.seal(payout.organizationId(), PURPOSE, payout.payee().bytes());
    }

    PayeeDocument payee(UUID organizationId, byte[] sealed) {
        return PayeeDocument.read(vault.open(organizationId, PURPOSE, sealed));
    }

    /// A row that was read, but neither opened nor parsed: that takes longer, and is left to the callers that need
    /// it.
    record Unopened(PayoutRef ref, Supplier<Disbursement> contents) {}

    /// A payout, and true if its instruction matches its MAC.
    public record Checked(Disbursement payout, boolean authentic) {
        /// Returns the payout for display: a pending payout that does not match its MAC is marked as held.
        Disbursement toShow() {
            return authentic || payout.status() != Status.PENDING ? payout : payout.withHeld();
        }
    }

    Checked checked(ResultSet row) throws SQLException {
        return unchecked(row).get();
    }

    /// Reads a row for display, but postpones decryption and the MAC check.
    Unopened unopenedToShow(ResultSet row) throws SQLException {
        var unchecked = unchecked(row);
        return new Unopened(ref(row), () -> unchecked.get().toShow());
    }

    private Supplier<Checked> unchecked(ResultSet row) throws SQLException {
        var contents = unopened(row).contents();
        var mac = row.getBytes("mac");
        var receiver = row.getString("receiver");
        boolean cancelled = row.getBoolean("was_cancelled");
        var approval = row.getBoolean("asked")
                ? new StoredApproval(
                        row.getObject("preparer", UUID.class),
                        row.getObject("decided_by", UUID.class),
                        row.getObject("approved", Boolean.class),
                        Times.optionalInstant(row, "decided_at"),
                        row.getBytes("approval_mac"))
                : null;
        return () -> {
            var payout = contents.get();
            boolean sameReceiver = Objects.equals(receiver, payout.receiver());
            return new Checked(payout, sameReceiver && macs.isOf(payout, mac, approval, cancelled));
        };
    }

    Disbursement read(ResultSet row) throws SQLException {
        return unopened(row).contents().get();
    }

    Unopened unopened(ResultSet row) throws SQLException {
        var ref = ref(row);
        var groupId = uuid(row, "group_id");
        var code = row.getString("asset");
        int exponent = row.getInt("exponent");
        boolean toWallet = row.getString("receiver") != null;
        var units = units(row, "units");
        var feeUnits = units(row, "fee_units");
        var feePercentage = row.getBigDecimal("fee_percentage");
        var sealed = row.getBytes("payee");
        var reference = row.getString("reference");
        var note = row.getString("note");
        var actor = new Actor(uuid(row, "actor_id"), row.getString("actor_name"));
        var before = units(row, "before_units");
        var after = units(row, "after_units");
        var state = state(row);
        var activities = row.getString("history");
        var rail = row.getString("rail");
        var railReference = row.getString("rail_reference");
        var onChain = row.getString("on_chain");
        var completedAt = Times.optionalInstant(row, "completed_at");
        boolean detached = row.getBoolean("detached");
        int transfers = row.getInt("transfers");
        int events = row.getInt("events");
        var updatedAt = Times.instant(row, "updated_at");
        return new Unopened(ref, () -> {
            var payee = payee(ref.organizationId(), sealed);
            var asset = asset(payee, toWallet, code, exponent);
            return new Disbursement(
                    ref.organizationId(),
                    ref.payoutId(),
                    groupId,
                    new Money(units, asset),
                    new Money(feeUnits, asset),
                    feePercentage,
                    payee,
                    reference,
                    note,
                    actor,
                    new Money(before, asset),
                    new Money(after, asset),
                    new Progress(
                            state.apply(asset),
                            new History(Activities.read(activities)),
                            rail,
                            railReference,
                            Gas.read(onChain),
                            completedAt,
                            detached,
                            transfers,
                            events,
                            updatedAt));
        });
    }

    private static PayoutRef ref(ResultSet row) throws SQLException {
        return new PayoutRef(uuid(row, "organization_id"), uuid(row, "id"));
    }

    public static @Nullable String stage(DisbursementState state) {
        return state instanceof Pending(var stage) ? stage.name() : null;
    }

    public static @Nullable String failureCode(DisbursementState state) {
        return switch (state) {
            case Failed failed -> failed.code().name();
            case Reversed reversed -> reversed.code().name();
            case Pending _, Completed _, Cancelled _ -> null;
        };
    }

    public static @Nullable String failureMessage(DisbursementState state) {
        return switch (state) {
            case Failed failed -> failed.message();
            case Reversed reversed -> reversed.message();
            case Pending _, Completed _, Cancelled _ -> null;
        };
    }

    public static Instant stateAt(Disbursement payout) {
        return switch (payout.state()) {
            case Pending _ -> payout.progress().updatedAt();
            case Completed(var at) -> at;
            case Failed failed -> failed.at();
            case Cancelled(var at) -> at;
            case Reversed reversed -> reversed.at();
        };
    }

    /// Returns the units that came back of a reversed payout; null if it is in another state.
    public static @Nullable BigInteger returnedUnits(DisbursementState state) {
        return state instanceof Reversed reversed ? reversed.returned().units() : null;
    }

    /// Reads the state of a payout in an asset.
    private static Function<Asset, DisbursementState> state(ResultSet row) throws SQLException {
        var at = Times.instant(row, "state_at");
        var message = row.getString("failure_message");
        var status = Status.stored(row.getString("status"));
        if (status == Status.REVERSED) {
            var code = code(row);
            var returned = units(row, "returned_units");
            return asset -> new Reversed(code, message, at, new Money(returned, asset));
        }
        var state = switch (status) {
            case PENDING -> new Pending(Stage.valueOf(row.getString("stage")));
            case COMPLETED -> new Completed(at);
            case FAILED -> new Failed(code(row), message, at);
            case CANCELLED -> new Cancelled(at);
            case REVERSED -> throw new IllegalStateException("handled above");
        };
        return _ -> state;
    }

    /// Returns the asset of a payout; one to a wallet is paid in tokens. The sealed payee decides, not the `receiver`
    /// column, which somebody may have overwritten.
    private static Asset asset(PayeeDocument payee, boolean toWallet, String code, int exponent) {
        return payee.isWallet(toWallet) ? Asset.crypto(code, exponent) : Asset.fiat(code, exponent);
    }

    private static FailureCode code(ResultSet row) throws SQLException {
        return FailureCode.valueOf(row.getString("failure_code"));
    }

    private static BigInteger units(ResultSet row, String column) throws SQLException {
        return row.getBigDecimal(column).toBigIntegerExact();
    }

    private static UUID uuid(ResultSet row, String column) throws SQLException {
        return Objects.requireNonNull(row.getObject(column, UUID.class));
    }
}
