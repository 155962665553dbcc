/// What a payment's payer, payee and merchant are told of its way: activities, one line each, and how they are kept
/// and shown. Pure values.
@NullMarked
package dev.sluice.activity;

import org.jspecify.annotations.NullMarked;
