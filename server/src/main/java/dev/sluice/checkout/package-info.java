/// Payment pages: a merchant asks for one, its customer chooses how to pay, and the deposit that comes of it has the
/// page's id. Owns `checkout`. Stands on `deposit` and `page`.
@NullMarked
package dev.sluice.checkout;

import org.jspecify.annotations.NullMarked;
