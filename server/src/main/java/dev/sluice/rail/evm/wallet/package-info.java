/// The hot wallet: its nonces, the transactions signed for each nonce, their broadcast and replacement, its balances.
@NullMarked
package dev.sluice.rail.evm.wallet;

import org.jspecify.annotations.NullMarked;
