package dev.sluice.rail.iso20022.inbound;

/// Kind of a break: how the books, the orders and the bank's word differ.
public enum BreakKind {
    BOOKED_NOT_INSTRUCTED,
    BOOKED_TWICE,
    /// Credited from a notice, and in no statement.
    NOTICE_NOT_STATED,
    INSTRUCTED_NOT_BOOKED,
    BOOKED_NOT_POSTED,
    POSTED_NOT_BOOKED,
    AMOUNT_DIFFERS,
    LUMP_DIFFERS,
    RETURN_SHORT,
    /// The bank changed a payment.
    CHANGED,
    /// A booked credit that nothing explains.
    CREDIT_OPEN,
    /// A booked debit that nothing explains.
    DEBIT_OPEN,
    /// A debit of the bank's own whose cause the bank does not name.
    CHARGE_UNEXPLAINED,
    /// A statement does not begin where the one before ends.
    STATEMENT_GAP,
    /// Opening balance and entries do not give the closing balance.
    BALANCE_BROKEN,
    STATEMENT_LATE,
    /// A message or a statement came again with another content.
    CORRECTED
}
