package dev.sluice.iso20022;

import org.jspecify.annotations.Nullable;

/// Reason of a status.
///
/// @param code ISO code such as `AC01`, or the bank's own
/// @param text additional information; empty if there is none
public record StatusReason(@Nullable String code, String text) {}
