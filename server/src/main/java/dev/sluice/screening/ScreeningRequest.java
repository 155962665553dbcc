package dev.sluice.screening;

/// Request to screen a party, from the owner of a payout, a recipient or a payment.
public record ScreeningRequest(CheckRef ref, CheckKind kind, Party party) {}
