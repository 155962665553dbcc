/// Addresses of blockchains: which texts are addresses, and how each is written, and the keys of Stellar's accounts.
/// Pure values; nothing is asked of any network.
@NullMarked
package dev.sluice.chain;

import org.jspecify.annotations.NullMarked;
