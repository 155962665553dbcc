/// Activities: the history of a payment as shown to payer, payee and merchant, with their stored form and JSON. Pure
/// values.
@NullMarked
package dev.sluice.activity;

import org.jspecify.annotations.NullMarked;
