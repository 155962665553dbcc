package dev.sluice.sheet.file;

import dev.sluice.sheet.Titled;

/// What is wrong with a cell, by a code and in words.
public record Fault<C extends Titled>(C column, String code, String message) {}
