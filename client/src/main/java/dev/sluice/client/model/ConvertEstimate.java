package dev.sluice.client.model;

import java.time.Instant;

/// A quote: `quoteId` promises these figures until `expiresAt`, once.
public record ConvertEstimate(
        String quoteId, Instant expiresAt, ConvertInput input, ConvertOutput output, ConvertFigures estimate) {}
