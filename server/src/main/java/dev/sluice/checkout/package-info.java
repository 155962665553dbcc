/// Payment pages: a merchant creates one, its customer chooses a payment method, and the resulting deposit has the
/// page's id. Owns `checkout`. Depends on `deposit` and `page`.
@NullMarked
package dev.sluice.checkout;

import org.jspecify.annotations.NullMarked;
