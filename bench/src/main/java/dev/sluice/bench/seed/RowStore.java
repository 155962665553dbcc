package dev.sluice.bench.seed;

import dev.sluice.activity.Activities;
import dev.sluice.bench.seed.Journey.Notice;
import dev.sluice.bench.seed.Journey.Payment;
import dev.sluice.disbursement.Disbursement;
import dev.sluice.disbursement.DisbursementRows;
import dev.sluice.event.Event;
import dev.sluice.idempotency.ReferenceClaims;
import dev.sluice.ledger.Transfer;
import dev.sluice.rail.PayoutStatusReport;
import dev.sluice.rail.PayoutStatusReports;
import dev.sluice.rail.sandbox.Magic;
import dev.sluice.rail.sandbox.SandboxRail;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/// Rows of a payout, table by table: the columns, with their values right below. It is the only place in this package
/// that lists columns of these tables.
final class RowStore {
    private static final String COPY_DISBURSEMENT = """
        COPY disbursement (organization_id, id, group_id, asset, exponent, units, fee_units, fee_percentage, payee,
                           reference, note, actor_id, actor_name, before_units, after_units, rail, recipient_id,
                           mac)
        FROM STDIN (FORMAT binary)
        """;

    /// Writes a payout.
    static void disbursement(CopyRows rows, Disbursement payout, byte[] sealedPayee, byte[] mac) {
        var asset = payout.amount().asset();
        rows.row(18)
                .uuid(payout.organizationId())
                .uuid(payout.id())
                .uuid(payout.groupId())
                .text(asset.code())
                .smallint(asset.exponent())
                .numeric(payout.amount().units())
                .numeric(payout.fee().units())
                .numeric(payout.feePercentage())
                .bytes(sealedPayee)
                .text(payout.reference())
                .text(payout.note())
                .uuid(payout.actor().id())
                .text(payout.actor().name())
                .numeric(payout.balanceBefore().units())
                .numeric(payout.balanceAfter().units())
                .text(payout.progress().rail())
                .uuid(Objects.requireNonNull(payout.recipientId()))
                .bytes(mac);
    }

    private static final String COPY_PROGRESS = """
        COPY disbursement_progress (organization_id, id, status, stage, failure_code, failure_message, state_at,
                                    history, rail_reference, completed_at, detached, returned_units, transfers, events,
                                    updated_at)
        FROM STDIN (FORMAT binary)
        """;

    /// Writes a payout's final progress.
    static void progress(CopyRows rows, Disbursement payout) {
        var progress = payout.progress();
        rows.row(15)
                .uuid(payout.organizationId())
                .uuid(payout.id())
                .text(payout.status().wire())
                .text(DisbursementRows.stage(payout.state()))
                .text(DisbursementRows.failureCode(payout.state()))
                .text(DisbursementRows.failureMessage(payout.state()))
                .instant(DisbursementRows.stateAt(payout))
                .text(Activities.document(progress.history().activities()))
                .text(progress.railReference())
                .instant(progress.completedAt())
                .bool(progress.detached())
                .numeric(DisbursementRows.returnedUnits(payout.state()))
                .integer(progress.transfers())
                .integer(progress.events())
                .instant(progress.updatedAt());
    }

    private static final String COPY_CANCELLED = """
        COPY disbursement_cancelled (organization_id, disbursement_id, at) FROM STDIN (FORMAT binary)
        """;

    /// Writes the proof of a cancellation.
    static void cancelled(CopyRows rows, Disbursement payout) {
        rows.row(3).uuid(payout.organizationId()).uuid(payout.id()).instant(DisbursementRows.stateAt(payout));
    }

    private static final String COPY_REFERENCE = """
        COPY idempotency_reference (organization_id, kind, reference, payment_id) FROM STDIN (FORMAT binary)
        """;

    /// Writes the claim of a payout's reference.
    static void reference(CopyRows rows, Disbursement payout) {
        rows.row(4)
                .uuid(payout.organizationId())
                .text(ReferenceClaims.Kind.FIAT_DISBURSEMENT.code())
                .text(payout.reference())
                .uuid(payout.id());
    }

    private static final String COPY_TRANSFER = """
        COPY ledger_transfer (organization_id, payment_id, sequence, asset, debit, credit, units, kind, position,
                              available_after, effective_at, recorded_at)
        FROM STDIN (FORMAT binary)
        """;

    /// Writes a transfer, with its statement line if it affects the available balance.
    static void transfer(CopyRows rows, Transfer transfer, Journal.@Nullable Balance line) {
        rows.row(12)
                .uuid(transfer.organizationId())
                .uuid(transfer.paymentId())
                .integer(transfer.sequence())
                .text(transfer.amount().asset().code())
                .text(transfer.debit().role())
                .text(transfer.credit().role())
                .numeric(transfer.amount().units())
                .text(transfer.kind().wire());
        if (line == null) {
            rows.none().none();
        } else {
            rows.bigint(line.position()).numeric(line.units());
        }
        rows.instant(transfer.effectiveAt()).instant(transfer.effectiveAt());
    }

    private static final String COPY_PAYMENT = """
        COPY rail_sandbox_payment (organization_id, payout_id, currency, exponent, units, behaviour,
                                   notices_sent, accepted_at, ends_at, cancelled_at, notice_at)
        FROM STDIN (FORMAT binary)
        """;

    /// Writes a completed payment of the sandbox's bank.
    static void payment(CopyRows rows, Disbursement payout, Magic magic, Payment payment) {
        rows.row(11)
                .uuid(payout.organizationId())
                .uuid(payout.id())
                .text(payout.amount().asset().code())
                .smallint(payout.amount().asset().exponent())
                .numeric(payout.amount().units())
                .integer(magic.number())
                .integer(payment.noticesSent())
                .instant(payment.acceptedAt())
                .instant(payment.endsAt())
                .none()
                .none();
    }

    private static final String COPY_SIGHTING = """
        COPY rail_sighting (organization_id, rail, key, payout_id, outcome, rail_reference, failure_code, message,
                            at, asset, exponent, kind, units, seen_at, read_at, mac)
        FROM STDIN (FORMAT binary)
        """;

    /// Writes the bank's notice of a returned payment, as already read.
    static void sighting(CopyRows rows, Disbursement payout, Notice notice, PayoutStatusReports reports) {
        var told = new PayoutStatusReport(
                SandboxRail.NAME, payout.id() + ":returned", payout.ref(), notice.returned(), notice.seenAt());
        rows.row(16)
                .uuid(payout.organizationId())
                .text(told.rail())
                .text(told.key())
                .uuid(payout.id())
                .text("returned")
                .none()
                .text(notice.returned().code().name())
                .text(notice.returned().message())
                .instant(notice.returned().at())
                .text(payout.amount().asset().code())
                .smallint(payout.amount().asset().exponent())
                .text(payout.amount().asset().kind().wire())
                .numeric(notice.returned().amount().units())
                .instant(notice.seenAt())
                .instant(notice.readAt())
                .bytes(reports.mac(told));
    }

    private static final String COPY_EVENT = """
        COPY event (organization_id, position, resource_id, type, sequence, data, created_at)
        FROM STDIN (FORMAT binary)
        """;

    static void event(CopyRows rows, Event event, long position, byte[] sealedData) {
        rows.row(7)
                .uuid(event.organizationId())
                .bigint(position)
                .uuid(event.resourceId())
                .text(event.type())
                .integer(event.sequence())
                .bytes(sealedData)
                .instant(event.createdAt());
    }

    private static final String COPY_ANSWER = """
        COPY idempotency_answer (organization_id, idempotency_key, signature_digest, sent_key, fingerprint,
                            request_id, status, body, created_at)
        FROM STDIN (FORMAT binary)
        """;

    /// The stored answer to a signed request with an idempotency key.
    record Remembered(
            UUID organizationId,
            String key,
            byte[] signatureDigest,
            byte[] fingerprint,
            String requestId,
            int status,
            byte[] sealedBody,
            Instant createdAt) {}

    static void answer(CopyRows rows, Remembered answer) {
        rows.row(9)
                .uuid(answer.organizationId())
                .text(answer.key())
                .bytes(answer.signatureDigest())
                .text(answer.key())
                .bytes(answer.fingerprint())
                .text(answer.requestId())
                .integer(answer.status())
                .bytes(answer.sealedBody())
                .instant(answer.createdAt());
    }

    private RowStore() {}

    /// A table that is filled by `COPY`.
    enum Table {
        DISBURSEMENT(COPY_DISBURSEMENT),
        PROGRESS(COPY_PROGRESS),
        CANCELLED(COPY_CANCELLED),
        REFERENCE(COPY_REFERENCE),
        TRANSFER(COPY_TRANSFER),
        PAYMENT(COPY_PAYMENT),
        SIGHTING(COPY_SIGHTING),
        EVENT(COPY_EVENT),
        ANSWER(COPY_ANSWER);

        private final String copy;

        Table(String copy) {
            this.copy = copy;
        }

        /// Writes rows through an open transaction's connection.
        void write(PGConnection connection, CopyRows rows) throws SQLException {
            var in = connection.getCopyAPI().copyIn(copy);
            try {
                rows.sendTo(in);
                in.endCopy();
            } finally {
                if (in.isActive()) {
                    in.cancelCopy();
                }
            }
        }
    }
}
