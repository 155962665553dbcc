package dev.sluice.client.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The bank's answer about a payee's name. `outcome` is `match`, `close_match`, `no_match` or `unavailable`.
public record Verification(
        String outcome, String suppliedName, @Nullable String bankName, String provider, Instant checkedAt) {}
