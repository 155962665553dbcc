/// Requests and responses of the service: immutable values with the names of the contract. Amounts are exact decimals,
/// times are instants, and fields that may be missing are nullable.
@NullMarked
package dev.sluice.client.model;

import org.jspecify.annotations.NullMarked;
