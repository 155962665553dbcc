package dev.sluice.rail.evm.rpc;

import java.math.BigInteger;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// Thrown if a node refuses a request. Nodes share no error codes, so the error text is matched.
public final class RpcError extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int REVERTED = 3;
    private static final int METHOD_NOT_FOUND = -32601;
    private static final int INTERNAL = -32603;
    /// Maximum length of an error text that is matched; longer ones contain nothing relevant.
    private static final int WORDS_MAX = 1_000;

    private static final Pattern REVERT = Pattern.compile("revert|invalid opcode|vm execution error|vm exception");
    private static final Pattern KNOWN =
            Pattern.compile("already known|(?<![a-z])known transaction|already imported|alreadyknown"
                    + "|already in (mem)?pool|already exists");
    private static final Pattern NONCE_USED =
            Pattern.compile("nonce (is )?too low|nonce.*(already|has been) used|oldnonce");
    private static final Pattern NONCE_AHEAD =
            Pattern.compile("nonce (is )?too (high|far|distant)|nonce.?gap|gapped.?nonce|future (nonce|transaction)");
    private static final Pattern UNDERPRICED = Pattern.compile("underpriced|fee too low|(max ?fee|fee cap).*less than"
            + "|less than block base fee|gas price below|too low to replace|feetoolow"
            + "|priority fee.*(below|too low|less than)");
    /// Patterns of the tip that a node requires: geth and its forks, by age; reth; Nethermind.
    private static final Pattern TIP_ASKED =
            Pattern.compile("(?:tip cap \\d+, minimum needed |tip needed |< pool gas tip cap \\("
                    + "|required priority fee |priorityfeepergas too low \\d+ < )(\\d{1,30})");
    private static final Pattern TIP_TOO_LOW =
            Pattern.compile("underpriced|gas price below|below (the )?(configured )?minimum|gas price (is )?too low"
                    + "|priority ?fee.*(below|too low|less than)");
    private static final Pattern TO_REPLACE = Pattern.compile("replac|max ?fee ?per ?gas (too low|less than)|fee cap");
    private static final Pattern POOR = Pattern.compile(
            "insufficient (funds|balance)|doesn't have enough funds" + "|gas required exceeds allowance|overshot");
    private static final Pattern OUT_OF_GAS = Pattern.compile("gas required exceeds|out ?of ?gas|gas spent exceeded");
    private static final Pattern CROWDED =
            Pattern.compile("rate.?limit|too many requests|capacity|quota|daily|throttl");
    private static final Pattern BUSY = Pattern.compile(
            "txpool is full|header not found|missing trie node" + "|unknown block|try again|syncing|internal error");
    private static final Pattern TOO_MUCH = Pattern.compile("too many (results|logs|blocks)|more than \\d+|block range"
            + "|range (is )?too|limit exceeded|exceeds? (the )?(max|limit|range)|response size|query timeout|timed out"
            + "|result window|up to a [\\d,]+ block");

    private final int code;
    private final String words;
    private final boolean elsewhereUnclear;

    RpcError(int code, String message, boolean elsewhereUnclear) {
        super(code + ": " + message, null, false, false);
        this.code = code;
        this.words = message.substring(0, Math.min(message.length(), WORDS_MAX)).toLowerCase(Locale.ROOT);
        this.elsewhereUnclear = elsewhereUnclear;
    }

    /// Returns true if the contract reverted the transaction.
    public boolean isRevert() {
        return code == REVERTED || REVERT.matcher(words).find();
    }

    /// Returns true if the node already has the transaction.
    public boolean isKnown() {
        return KNOWN.matcher(words).find();
    }

    /// Returns true if a transaction with this nonce is already in a block.
    public boolean isNonceUsed() {
        return NONCE_USED.matcher(words).find();
    }

    /// Returns true if the node wants lower nonces first.
    public boolean isNonceAhead() {
        return NONCE_AHEAD.matcher(words).find();
    }

    public boolean isUnderpriced() {
        return UNDERPRICED.matcher(words).find();
    }

    /// Returns the tip that nodes require if they refuse a transaction for its tip; twice the offered one if they
    /// name no number. Empty if they refuse it for another reason.
    Optional<BigInteger> tipAsked(BigInteger offered) {
        var number = TIP_ASKED.matcher(words);
        if (number.find()) {
            return Optional.of(new BigInteger(number.group(1)));
        }
        return TIP_TOO_LOW.matcher(words).find() && !TO_REPLACE.matcher(words).find()
                ? Optional.of(offered.shiftLeft(1).max(BigInteger.ONE))
                : Optional.empty();
    }

    /// Returns true if the wallet has too few coins. Some nodes use the same words for a call that takes more gas
    /// than they allow.
    public boolean isForLackOfCoins() {
        return POOR.matcher(words).find();
    }

    /// Returns true if the call exceeds its gas limit.
    public boolean isOutOfGas() {
        return OUT_OF_GAS.matcher(words).find();
    }

    /// Returns true if the request covers too much at once.
    boolean isTooMuch() {
        return TOO_MUCH.matcher(words).find();
    }

    /// Returns true if the node limits the request rate. A contract's words do not count.
    public boolean isForTooManyRequests() {
        return !isRevert() && CROWDED.matcher(words).find();
    }

    /// Returns true if the error concerns the node rather than the request: another node may accept it.
    public boolean isOfTheNode() {
        return !isRevert()
                && (code == METHOD_NOT_FOUND
                        || code == INTERNAL
                        || BUSY.matcher(words).find());
    }

    /// Returns true if the node may answer the same request later. It never answers one that covers too much.
    public boolean isForNow() {
        return !isTooMuch() && (isOfTheNode() || isForTooManyRequests());
    }

    /// Returns true if the error concerns the request, so that every endpoint would return it.
    boolean isOfTheQuestion() {
        return isRevert()
                || (!isOfTheNode() && !isForTooManyRequests() && (isOutOfGas() || isForLackOfCoins() || isTooMuch()));
    }

    /// Returns true if another endpoint may have accepted it and its response got lost.
    public boolean isElsewhereUnclear() {
        return elsewhereUnclear;
    }

    RpcError unclearElsewhere() {
        return new RpcError(code, words, true);
    }
}
