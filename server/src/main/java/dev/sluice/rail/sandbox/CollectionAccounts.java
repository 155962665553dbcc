package dev.sluice.rail.sandbox;

import dev.sluice.rail.CollectionAccount;
import dev.sluice.rail.RoutingNumbers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.CRC32;

/// The accounts into which the sandbox's bank collects. They belong to no one, but have the format of real accounts
/// at their bank; routing codes are the banks' own.
final class CollectionAccounts {
    private static final String HOLDER = "Sluice Sandbox Collections";
    private static final String ADDRESS = "1 Sandbox Square";
    private static final int LENGTH_DEFAULT = 10;

    private static final Map<String, Integer> LENGTHS =
            Map.of("PHP", 12, "VND", 12, "MYR", 12, "INR", 14, "BRL", 8, "USD", 12, "GBP", 8, "AUD", 9, "JPY", 7);

    /// Account numbers with check digits.
    private static final Map<String, String> NUMBERS = Map.of(
            "EUR/DEUTDEFF", "DE54500700100123456789",
            "EUR/BNPAFRPP", "FR7630004000031234567890143",
            "EUR/INGBNL2A", "NL69INGB0123456789",
            "EUR/ABNANL2A", "NL91ABNA0417164300",
            "CHF/UBSWCHZH", "CH9100230123456789017",
            "CHF/POFICHBE", "CH7609000000123456789",
            "MXN/40012", "012180001234567891",
            "MXN/40072", "072180001234567899");

    private static final Map<String, RoutingNumbers> ROUTINGS = Map.ofEntries(
            Map.entry("USD/CHASUS33", new RoutingNumbers("021000021", "021000021", "021000021")),
            Map.entry("USD/BOFAUS3N", new RoutingNumbers("026009593", "021000322", "026009593")),
            Map.entry("USD/CITIUS33", new RoutingNumbers("021000089", "021000089", "021000089")),
            Map.entry("GBP/BARCGB22", primary("200000")),
            Map.entry("GBP/CLRBGB22", primary("040052")),
            Map.entry("GBP/LOYDGB2L", primary("309634")),
            Map.entry("AUD/08", primary("083001")),
            Map.entry("AUD/01", primary("013006")),
            Map.entry("AUD/06", primary("062000")),
            Map.entry("INR/HDFC", primary("HDFC0000060")),
            Map.entry("INR/ICIC", primary("ICIC0000011")),
            Map.entry("INR/YESB", primary("YESB0000001")),
            Map.entry("INR/UTIB", primary("UTIB0000004")),
            Map.entry("BRL/341", primary("0001")),
            Map.entry("BRL/237", primary("0001")),
            Map.entry("JPY/0001", primary("001")),
            Map.entry("JPY/0005", primary("001")),
            Map.entry("JPY/0310", primary("101")));

    private CollectionAccounts() {}

    static CollectionAccount at(String currency, String bankCode) {
        var bank = currency + "/" + bankCode;
        return new CollectionAccount(
                HOLDER,
                NUMBERS.getOrDefault(bank, digits(bank, LENGTHS.getOrDefault(currency, LENGTH_DEFAULT))),
                ADDRESS,
                ROUTINGS.getOrDefault(bank, RoutingNumbers.NONE));
    }

    private static RoutingNumbers primary(String code) {
        return new RoutingNumbers(code, null, null);
    }

    /// Returns account digits that are derived from the bank, and so are stable.
    private static String digits(String bank, int length) {
        var sum = new CRC32();
        sum.update(bank.getBytes(StandardCharsets.UTF_8));
        var digits = Long.toString(sum.getValue() + 1_000_000_000L);
        return digits.repeat(2).substring(0, length);
    }
}
