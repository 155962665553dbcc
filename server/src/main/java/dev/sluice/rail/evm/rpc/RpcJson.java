package dev.sluice.rail.evm.rpc;

import dev.sluice.rail.evm.Hex;
import dev.sluice.rail.evm.rpc.Chain.Log;
import dev.sluice.rail.evm.rpc.Chain.Receipt;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// Parser of node responses. A missing or malformed field makes the whole response unusable, since nothing may be
/// concluded from it.
final class RpcJson {
    private static final String ONE = "0x1";
    private static final Pattern ADDRESS = Pattern.compile("0x[0-9a-fA-F]{40}");
    private static final Pattern WORD = Pattern.compile("0x[0-9a-fA-F]{64}");
    private static final Pattern BYTES = Pattern.compile("0x[0-9a-fA-F]*");

    private RpcJson() {}

    static boolean isAbsent(JsonNode object, String name) {
        var member = object.get(name);
        return member == null || member.isNull();
    }

    static String text(JsonNode object, String name) {
        var member = object.get(name);
        if (member == null || !member.isString()) {
            throw new RpcUnavailable("an answer without " + name);
        }
        return member.stringValue();
    }

    static BigInteger number(JsonNode object, String name) {
        return quantity(text(object, name));
    }

    static BigInteger quantity(JsonNode answer) {
        if (!answer.isString()) {
            throw new RpcUnavailable("a response that is not a number");
        }
        return quantity(answer.stringValue());
    }

    private static BigInteger quantity(String text) {
        if (!text.matches("0x[0-9a-fA-F]{1,64}")) {
            throw new RpcUnavailable("a response that is not a number");
        }
        return Hex.number(text);
    }

    /// Returns a number that counts something, such as blocks.
    static long count(JsonNode object, String name) {
        return count(number(object, name));
    }

    static long count(BigInteger number) {
        if (number.bitLength() >= Long.SIZE) {
            throw new RpcUnavailable("a response with a number that is out of range");
        }
        return number.longValue();
    }

    static Instant instant(JsonNode object, String name) {
        try {
            return Instant.ofEpochSecond(count(object, name));
        } catch (DateTimeException never) {
            throw new RpcUnavailable("a response with an invalid time");
        }
    }

    static List<JsonNode> list(JsonNode object, String name) {
        var member = object.get(name);
        if (member == null || !member.isArray()) {
            throw new RpcUnavailable("an answer without " + name);
        }
        return member.valueStream().toList();
    }

    static Log log(JsonNode log) {
        return new Log(
                Hex.address(of(ADDRESS, text(log, "address"))),
                list(log, "topics").stream().map(RpcJson::topic).toList(),
                bytes(text(log, "data")),
                text(log, "transactionHash"),
                count(log, "blockNumber"),
                count(log, "logIndex"));
    }

    private static String topic(JsonNode topic) {
        if (!topic.isString()) {
            throw new RpcUnavailable("a response with a topic that is not a string");
        }
        return of(WORD, topic.stringValue()).toLowerCase(Locale.ROOT);
    }

    /// Returns hex bytes of any length.
    static String bytes(String text) {
        return of(BYTES, text);
    }

    private static String of(Pattern form, String text) {
        if (!form.matcher(text).matches()) {
            throw new RpcUnavailable("a response with malformed bytes");
        }
        return text;
    }

    /// Reads a receipt. Some second layers charge the first-layer fee separately (`l1Fee`). Some nodes report no
    /// price for transactions of the network itself, such as a bridge's: nobody paid for them.
    static Receipt receipt(JsonNode receipt) {
        var gasUsed = BigInteger.valueOf(count(receipt, "gasUsed"));
        var price = isAbsent(receipt, "effectiveGasPrice") ? BigInteger.ZERO : number(receipt, "effectiveGasPrice");
        var fee = gasUsed.multiply(price);
        return new Receipt(
                text(receipt, "transactionHash"),
                count(receipt, "blockNumber"),
                text(receipt, "blockHash"),
                text(receipt, "status").equals(ONE),
                gasUsed,
                isAbsent(receipt, "l1Fee") ? fee : fee.add(number(receipt, "l1Fee")),
                list(receipt, "logs").stream().map(RpcJson::log).toList());
    }
}
