package dev.sluice.ledger;

import dev.sluice.money.Asset;
import java.util.UUID;

/// Key of an account in the ledger.
public record AccountKey(UUID organizationId, Asset asset, Account account) {}
