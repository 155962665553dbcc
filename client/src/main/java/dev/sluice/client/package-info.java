/// What a program that calls Sluice needs: signed requests, typed calls that are sent again where that is safe, and
/// the verification of webhooks. Nothing but Jackson, so that it fits anywhere.
@NullMarked
package dev.sluice.client;

import org.jspecify.annotations.NullMarked;
