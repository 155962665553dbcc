/// Payments under review: screening of payers, and the decisions of people.
@NullMarked
package dev.sluice.deposit.review;

import org.jspecify.annotations.NullMarked;
