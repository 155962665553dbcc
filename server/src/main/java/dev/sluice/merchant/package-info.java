/// The organizations that use the service, their switches and their people, and the routing table that tells which
/// organization a globally unique thing (a client id, a virtual account) belongs to. Owns the `merchant_` tables.
@NullMarked
package dev.sluice.merchant;

import org.jspecify.annotations.NullMarked;
