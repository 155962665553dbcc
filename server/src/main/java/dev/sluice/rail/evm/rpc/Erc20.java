package dev.sluice.rail.evm.rpc;

import dev.sluice.rail.evm.Hex;
import dev.sluice.rail.evm.rpc.Chain.Log;
import dev.sluice.rail.evm.rpc.Transaction.Call;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.Stream;

/// Subset of ERC-20 that the rail uses. Some tokens (USDT on Ethereum) return nothing from a transfer, and others
/// return `false` on failure, so return values are ignored: only the event counts.
public final class Erc20 {
    /// `Transfer(address,address,uint256)`.
    public static final String TRANSFERRED = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

    /// Number of topics of a transfer's event: its name, from and to. The amount is no topic.
    public static final int TRANSFER_TOPICS = 3;

    private static final String TRANSFER = "0xa9059cbb";
    private static final String BALANCE_OF = "0x70a08231";

    private Erc20() {}

    /// Transfer according to a contract's event.
    public record Transfer(String to, BigInteger units) {}

    /// Returns the transfers from an address according to the token's own events. Events of other contracts prove
    /// nothing: anybody can emit one that looks the same.
    public static Stream<Transfer> transfers(List<Log> logs, String contract, String from) {
        return logs.stream()
                .filter(log -> log.contract().equals(contract)
                        && log.topics().size() == TRANSFER_TOPICS
                        && log.topics().get(0).equals(TRANSFERRED)
                        && Hex.addressIn(log.topics().get(1)).equals(from))
                .map(log -> new Transfer(Hex.addressIn(log.topics().get(2)), Hex.number(log.data())));
    }

    public static Call transfer(String contract, String to, BigInteger units) {
        return new Call(contract, BigInteger.ZERO, TRANSFER + Hex.addressWord(to) + Hex.word(units));
    }

    static Call balanceOf(String contract, String owner) {
        return new Call(contract, BigInteger.ZERO, BALANCE_OF + Hex.addressWord(owner));
    }
}
