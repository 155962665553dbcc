package dev.sluice.rail.sandbox;

import dev.sluice.rail.Payer;
import java.util.Map;
import java.util.UUID;

/// A test customer of the sandbox's bank, one per currency, with a name and an account to which money can be
/// returned.
record TestPayer(String name, String bankName, String bankCode, String accountNumber) {
    private static final Map<String, TestPayer> BY_CURRENCY = Map.ofEntries(
            Map.entry("IDR", new TestPayer("Siti Rahayu", "Bank Central Asia", "014", "5271038846")),
            Map.entry("PHP", new TestPayer("Maria Santos", "BDO Unibank", "BNORPHMMXXX", "001234567890")),
            Map.entry("VND", new TestPayer("Nguyen Thi Lan", "Vietcombank", "970436", "0071000123456")),
            Map.entry("THB", new TestPayer("Somchai Jaidee", "Bangkok Bank", "002", "1234567890")),
            Map.entry("MYR", new TestPayer("Nur Aisyah", "Malayan Banking", "MBBEMYKL", "114012345678")),
            Map.entry("SGD", new TestPayer("Tan Wei Ling", "DBS Bank", "7171", "0123456789")),
            Map.entry("INR", new TestPayer("Asha Patel", "HDFC Bank", "HDFC", "50100012345678")),
            Map.entry("BRL", new TestPayer("Ana Souza", "Itaú Unibanco", "341", "12345678")),
            Map.entry("MXN", new TestPayer("Lucía Hernández", "BBVA México", "40012", "012180001234567891")),
            Map.entry("NGN", new TestPayer("Chidi Okafor", "Zenith Bank", "000015", "2012345678")),
            Map.entry("KES", new TestPayer("Wanjiku Kamau", "Equity Bank", "68", "0170123456789")),
            Map.entry("USD", new TestPayer("Jordan Miller", "JPMorgan Chase Bank, N.A.", "CHASUS33", "000123456789")),
            Map.entry("EUR", new TestPayer("Lena Vogel", "Deutsche Bank", "DEUTDEFF", "DE54500700100123456789")),
            Map.entry("GBP", new TestPayer("Oliver Hughes", "Barclays Bank UK", "BARCGB22", "12345678")),
            Map.entry("AUD", new TestPayer("Charlotte Reid", "Commonwealth Bank of Australia", "06", "062000123456")),
            Map.entry("JPY", new TestPayer("Sato Yuki", "Mizuho Bank", "0001", "1234567")),
            Map.entry("CHF", new TestPayer("Reto Keller", "UBS", "UBSWCHZH", "CH5300230987654321098")));

    private static final TestPayer ANYBODY = new TestPayer("Test Customer", "Sandbox Bank", "", "1234567890");

    static TestPayer of(String currency) {
        return BY_CURRENCY.getOrDefault(currency, ANYBODY);
    }

    /// Returns the payer of a payment.
    Payer payer(UUID payment) {
        return new Payer("SBX" + payment.toString().replace("-", ""), name, bankName, bankCode, accountNumber, null);
    }
}
