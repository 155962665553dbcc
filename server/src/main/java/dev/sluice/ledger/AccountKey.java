package dev.sluice.ledger;

import dev.sluice.money.Asset;
import java.util.UUID;

/// One account of the books.
public record AccountKey(UUID organizationId, Asset asset, Account account) {}
