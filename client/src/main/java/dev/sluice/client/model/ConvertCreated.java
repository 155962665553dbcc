package dev.sluice.client.model;

import java.time.Instant;

/// A conversion as it was just made.
public record ConvertCreated(
        String convertId, ConvertInput input, ConvertOutput output, ConvertFigures result, Instant createdAt) {}
