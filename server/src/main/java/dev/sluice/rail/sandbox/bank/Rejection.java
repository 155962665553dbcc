package dev.sluice.rail.sandbox.bank;

/// Reason of a refusal.
///
/// @param code of ISO 20022's external status reason codes
record Rejection(String code, String text) {}
