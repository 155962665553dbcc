package dev.sluice.rail.sandbox.bank;

/// A fault that the bank makes on demand. A setting names its subjects: a MsgId of the customer, an EndToEndId,
/// the key of an incoming payment, a day (`2026-12-01`), or a kind of file (`camt.054`).
public enum Knob {
    /// MsgId: the file is processed, and the bank never reports a status.
    NO_ANSWER,
    /// MsgId: each status report comes late.
    STATUS_LATE,
    /// MsgId: each status report comes twice, under two MsgIds.
    STATUS_TWICE,
    /// MsgId: the first status report comes after the later ones.
    STATUS_OUT_OF_ORDER,
    /// MsgId: one status report for each transaction.
    STATUS_IN_PARTS,
    /// Kind of a file, or day of a statement: the file is cut off. The whole file follows.
    TRUNCATED,
    /// Kind of a file, or day of a statement: count and sum of its summary are wrong. The right file follows.
    WRONG_TOTALS,
    /// MsgId: a second file with this MsgId is refused, even if the settings do not promise it.
    DUPLICATE_REFUSED,
    /// MsgId: the first file with this MsgId is taken and forgotten.
    FILE_LOST,
    /// MsgId: the bank says that it settled the payments, and books nothing.
    STORED_NOTHING,
    /// MsgId: one entry for each block, with its transactions.
    LUMP_WITH_DETAILS,
    /// MsgId: one entry for each block, with its PmtInfId and without its transactions.
    LUMP_WITHOUT_DETAILS,
    /// EndToEndId: the payee's bank returns the payment.
    RETURNED,
    /// EndToEndId: the payee's bank returns the payment, less a charge.
    RETURN_NET,
    /// EndToEndId: the recall is refused.
    RECALL_REFUSED,
    /// MsgId: the second signature is missing, until [SimulatedBank#sign].
    SIGNATURE_MISSING,
    /// EndToEndId, key of an incoming payment, or MsgId of a batch: the entry has no reference of the bank.
    ENTRY_WITHOUT_REFERENCES,
    /// Key of an incoming payment: the payer pays twice, and the entries are equal and have no references.
    EQUAL_BOOKINGS,
    /// EndToEndId: the bank books the payment twice, by mistake.
    BOOKED_TWICE,
    /// Day: the first statement lacks the last entry. The correct one follows.
    STATEMENT_CORRECTED,
    /// Day: the bank sends no statement, until [SimulatedBank#resendStatement].
    DAY_MISSING,
    /// Year, such as `2027`: statement numbers restart, even if the settings do not say so.
    NUMBERS_RESTART
}
