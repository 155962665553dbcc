package dev.sluice.iso20022;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One message of a file.
public sealed interface Message {
    /// Returns the sender's identifier of the message: `MsgId`, `Assgnmt/Id` or field 20. Null if there is none.
    @Nullable
    String msgId();

    /// Statements, reports or notices: one per account and page.
    record StatementMessage(@Nullable String msgId, List<Statement> statements) implements Message {
        public StatementMessage {
            statements = List.copyOf(statements);
        }
    }

    /// The bank's word about messages of ours. Transactions without an entry of their own have no status of their
    /// own: `PART` says nothing about those that are not listed.
    ///
    /// @param originalMsgId `MsgId` of our message
    /// @param group status of the whole message, such as `ACTC`, or the confirmation of a recall, such as `CNCL`
    /// @param reasons reasons of the group status
    record StatusReport(
            @Nullable String msgId,
            @Nullable String originalMsgId,
            @Nullable String group,
            List<StatusReason> reasons,
            List<PaymentStatus> payments)
            implements Message {
        public StatusReport {
            reasons = List.copyOf(reasons);
            payments = List.copyOf(payments);
        }
    }

    /// A message that customers send to banks (pain.001, camt.055), read for its counts.
    ///
    /// @param sum sum of the amounts of all transactions, in any currency, as `CtrlSum` has it
    record OutboundMessage(@Nullable String msgId, List<PaymentStatus> payments, BigDecimal sum) implements Message {
        public OutboundMessage {
            payments = List.copyOf(payments);
        }

        public long transactions() {
            return payments.stream()
                    .filter(each -> each.level() == PaymentStatus.Level.TRANSACTION)
                    .count();
        }
    }
}
