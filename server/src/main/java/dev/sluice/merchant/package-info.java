/// Organizations of the service, their switches and users, and the routing table that maps a globally unique key (a
/// client id, a virtual account) to its organization. Owns the `merchant_` tables.
@NullMarked
package dev.sluice.merchant;

import org.jspecify.annotations.NullMarked;
