package dev.sluice.rail.evm;

import dev.sluice.rail.evm.Chain.Log;
import dev.sluice.rail.evm.Transaction.Call;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.Stream;

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

    /// A transfer that a contract's event shows.
    record Transfer(String to, BigInteger units) {}

    /// The transfers from an address that a token's own events show. An event of another contract shows nothing:
    /// anybody can leave one that looks the same.
    static Stream<Transfer> transfers(List<Log> logs, String contract, String from) {
        return logs.stream()
                .filter(log -> log.contract().equals(contract)
                        && log.topics().size() == TRANSFER_TOPICS
                        && log.topics().get(0).equals(TRANSFERRED)
                        && Hex.addressIn(log.topics().get(1)).equals(from))
                .map(log -> new Transfer(Hex.addressIn(log.topics().get(2)), Hex.number(log.data())));
    }

    static Call transfer(String contract, String to, BigInteger units) {
        return new Call(contract, BigInteger.ZERO, TRANSFER + Hex.addressWord(to) + Hex.word(units));
    }

    static Call balanceOf(String contract, String owner) {
        return new Call(contract, BigInteger.ZERO, BALANCE_OF + Hex.addressWord(owner));
    }
}
