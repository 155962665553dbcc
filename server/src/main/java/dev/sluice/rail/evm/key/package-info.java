/// Keys: their derivation (BIP-32), the file that holds one, and the signer that uses one.
@NullMarked
package dev.sluice.rail.evm.key;

import org.jspecify.annotations.NullMarked;
