package dev.sluice.rail.evm;

import dev.sluice.rail.evm.Transaction.Call;
import java.math.BigInteger;

/// The few words of ERC-20 that are spoken here. Some tokens (USDT on Ethereum) answer a transfer with nothing, some
/// say by `false` that they did not do it, so answers are not looked at: what counts is the event that it leaves.
final class Erc20 {
    /// `Transfer(address,address,uint256)`.
    static final String TRANSFERRED = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

    /// What a transfer's event is: its name, from, to; the amount is no topic.
    static final int TRANSFER_TOPICS = 3;

    private static final String TRANSFER = "0xa9059cbb";
    private static final String BALANCE_OF = "0x70a08231";

    private Erc20() {}

    static Call transfer(String contract, String to, BigInteger units) {
        return new Call(contract, BigInteger.ZERO, TRANSFER + Hex.addressWord(to) + Hex.word(units));
    }

    static Call balanceOf(String contract, String owner) {
        return new Call(contract, BigInteger.ZERO, BALANCE_OF + Hex.addressWord(owner));
    }
}
