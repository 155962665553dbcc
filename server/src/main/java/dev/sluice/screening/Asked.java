package dev.sluice.screening;

/// Request to screen a party, from the owner of a payout, a recipient or a payment.
public record Asked(CheckRef ref, CheckKind kind, Party party) {}
