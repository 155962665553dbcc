package dev.sluice.rail.evm;

import java.math.BigInteger;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// A node's own word that it will not do what it was asked for. Nodes share no codes, so it is understood by its
/// words.
final class NodeRefused extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int REVERTED = 3;
    private static final int METHOD_NOT_FOUND = -32601;
    private static final int INTERNAL = -32603;
    /// A node that says more than this says nothing that matters.
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
    /// The tip that a node asks for: geth and what is made of it, by age; reth; Nethermind.
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

    NodeRefused(int code, String message, boolean elsewhereUnclear) {
        super(code + ": " + message, null, false, false);
        this.code = code;
        this.words = message.substring(0, Math.min(message.length(), WORDS_MAX)).toLowerCase(Locale.ROOT);
        this.elsewhereUnclear = elsewhereUnclear;
    }

    /// The contract undid the transaction.
    boolean isRevert() {
        return code == REVERTED || REVERT.matcher(words).find();
    }

    /// The node has the transaction already.
    boolean isKnown() {
        return KNOWN.matcher(words).find();
    }

    /// A transaction with this number is in a block already.
    boolean isNonceUsed() {
        return NONCE_USED.matcher(words).find();
    }

    /// The node wants those with lower numbers first.
    boolean isNonceAhead() {
        return NONCE_AHEAD.matcher(words).find();
    }

    boolean isUnderpriced() {
        return UNDERPRICED.matcher(words).find();
    }

    /// The tip that nodes ask for, where they refuse a transaction for its tip: twice as much as was offered,
    /// where they name no number. Nothing where they refuse it for something else.
    Optional<BigInteger> tipAsked(BigInteger offered) {
        var number = TIP_ASKED.matcher(words);
        if (number.find()) {
            return Optional.of(new BigInteger(number.group(1)));
        }
        return TIP_TOO_LOW.matcher(words).find() && !TO_REPLACE.matcher(words).find()
                ? Optional.of(offered.shiftLeft(1).max(BigInteger.ONE))
                : Optional.empty();
    }

    /// The wallet has too few coins. Some words for that are also said where a call takes more gas than nodes
    /// allow.
    boolean isForLackOfCoins() {
        return POOR.matcher(words).find();
    }

    /// The call takes more gas than it may.
    boolean isOutOfGas() {
        return OUT_OF_GAS.matcher(words).find();
    }

    /// Too much was asked for at once.
    boolean isTooMuch() {
        return TOO_MUCH.matcher(words).find();
    }

    /// The node wants to be left alone for a while. A contract's words are not its own.
    boolean isForTooManyRequests() {
        return !isRevert() && CROWDED.matcher(words).find();
    }

    /// It says more of the node than of what it was asked: another one may do it.
    boolean isOfTheNode() {
        return !isRevert()
                && (code == METHOD_NOT_FOUND
                        || code == INTERNAL
                        || BUSY.matcher(words).find());
    }

    /// A node may answer the same question later. It never answers one for too much.
    boolean isForNow() {
        return !isTooMuch() && (isOfTheNode() || isForTooManyRequests());
    }

    /// It says something of what was asked for, which every endpoint would say.
    boolean isOfTheQuestion() {
        return isRevert()
                || (!isOfTheNode() && !isForTooManyRequests() && (isOutOfGas() || isForLackOfCoins() || isTooMuch()));
    }

    /// Another endpoint may have done it: its answer got lost.
    boolean isElsewhereUnclear() {
        return elsewhereUnclear;
    }

    NodeRefused unclearElsewhere() {
        return new NodeRefused(code, words, true);
    }
}
