package dev.sluice.iso20022;

/// The sign that an entry returns or reverses an earlier payment.
///
/// @param code reason of the return (`AC04`), else the transaction code that says return (`RRTN`, `RTI`), else
///     [#RETURN] or [#REVERSAL]
public record PaymentReturn(String code) {
    /// A return without a reason.
    public static final String RETURN = "RETURN";

    /// A reversal without a reason.
    public static final String REVERSAL = "REVERSAL";
}
