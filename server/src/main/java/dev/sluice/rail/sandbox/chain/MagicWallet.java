package dev.sluice.rail.sandbox.chain;

import dev.sluice.rail.Wallet;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Test wallets that trigger a certain behaviour of the sandbox's chain. On EVM networks it is the address with zeros
/// before a final `9990NN`, on Stellar any account with the memo `9990NN`, where `NN` is the number in this list.
/// Every other wallet, also one with an unlisted number, is [#ORDINARY]. `docs/sandbox.md` contains this table.
public enum MagicWallet {
    ORDINARY(0, TxScenario.ordinary()),

    TRANSACTION_FAILED(1, new TxScenario.Reverted()),
    ADDRESS_CANNOT_RECEIVE(2, TxScenario.ordinary(), SubmitBehaviour.PREFLIGHT_FAILED),
    NETWORK_UNAVAILABLE(3, new TxScenario.DroppedForGood(Duration.ofSeconds(2), Duration.ofSeconds(30))),

    UNKNOWN_THEN_SETTLED(21, new TxScenario.Unanswered(Duration.ofSeconds(10))),
    ANSWER_LOST(24, TxScenario.ordinary(), SubmitBehaviour.ANSWER_LOST),
    REQUEST_LOST(25, TxScenario.ordinary(), SubmitBehaviour.REQUEST_LOST),

    SLOW(31, new TxScenario.Mined(Duration.ofSeconds(30))),
    STOPPABLE(34, new TxScenario.Stoppable(Duration.ofMinutes(10))),

    DROPPED_THEN_MINED(51, new TxScenario.DroppedThenMined(Duration.ofSeconds(2), Duration.ofSeconds(10))),
    REORGANIZED(52, new TxScenario.Reorganized()),
    REPLACED(53, new TxScenario.Replaced(Duration.ofSeconds(5))),
    GAS_SHORTFALL(54, new TxScenario.Expensive());

    private static final Map<Integer, MagicWallet> BY_NUMBER =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(MagicWallet::number, Function.identity()));
    private static final Pattern ADDRESS = Pattern.compile("0x0{34}9990([0-9]{2})");
    private static final Pattern MEMO = Pattern.compile("9990([0-9]{2})");

    private final int number;
    private final TxScenario scenario;
    private final SubmitBehaviour submit;

    MagicWallet(int number, TxScenario scenario) {
        this(number, scenario, SubmitBehaviour.ANSWERED);
    }

    MagicWallet(int number, TxScenario scenario, SubmitBehaviour submit) {
        this.number = number;
        this.scenario = scenario;
        this.submit = submit;
    }

    /// Handling of the first request that submits a payout. The two losses look the same to the caller.
    enum SubmitBehaviour {
        ANSWERED,
        /// The transaction is sent, and the answer is lost.
        ANSWER_LOST,
        /// The request is lost before anything is sent.
        REQUEST_LOST,
        /// Nothing is sent: the preflight shows that the transaction would fail.
        PREFLIGHT_FAILED
    }

    /// Returns the number at the end of the address or memo.
    public int number() {
        return number;
    }

    /// Returns the magic address of EVM networks.
    public String address() {
        return "0x" + "0".repeat(34) + memo();
    }

    /// Returns the magic memo of Stellar.
    public String memo() {
        return "9990%02d".formatted(number);
    }

    /// Returns the behaviour of a wallet: nearly always [#ORDINARY].
    static MagicWallet of(SandboxNetwork network, Wallet wallet) {
        return switch (network.family()) {
            case EVM -> of(ADDRESS, wallet.address());
            case STELLAR -> of(MEMO, wallet.memo());
        };
    }

    static MagicWallet ofNumber(int number) {
        return BY_NUMBER.getOrDefault(number, ORDINARY);
    }

    TxScenario scenario() {
        return scenario;
    }

    SubmitBehaviour submit() {
        return submit;
    }

    private static MagicWallet of(Pattern form, @Nullable String text) {
        if (text == null) {
            return ORDINARY;
        }
        var match = form.matcher(text);
        return match.matches() ? ofNumber(Integer.parseInt(match.group(1))) : ORDINARY;
    }
}
