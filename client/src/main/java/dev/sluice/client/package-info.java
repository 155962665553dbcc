/// Java client of Sluice: signed requests, typed calls that are retried if that is safe, and the verification of
/// webhooks. Its only dependency is Jackson, so that it fits anywhere.
@NullMarked
package dev.sluice.client;

import org.jspecify.annotations.NullMarked;
