package dev.sluice.screening;

/// A party to screen, as the owner of a payout, a recipient or a payment asks for it.
public record Asked(CheckRef ref, CheckKind kind, Party party) {}
