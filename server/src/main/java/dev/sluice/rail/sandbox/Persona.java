package dev.sluice.rail.sandbox;

import dev.sluice.rail.Payer;
import java.util.Map;
import java.util.UUID;

/// A test customer of the sandbox's bank, one per currency, with a name and an account to which money can be
/// returned.
record Persona(String name, String bankName, String bankCode, String accountNumber) {
    private static final Map<String, Persona> BY_CURRENCY = Map.ofEntries(
            Map.entry("IDR", new Persona("Siti Rahayu", "Bank Central Asia", "014", "5271038846")),
            Map.entry("PHP", new Persona("Maria Santos", "BDO Unibank", "BNORPHMMXXX", "001234567890")),
            Map.entry("VND", new Persona("Nguyen Thi Lan", "Vietcombank", "970436", "0071000123456")),
            Map.entry("THB", new Persona("Somchai Jaidee", "Bangkok Bank", "002", "1234567890")),
            Map.entry("MYR", new Persona("Nur Aisyah", "Malayan Banking", "MBBEMYKL", "114012345678")),
            Map.entry("SGD", new Persona("Tan Wei Ling", "DBS Bank", "7171", "0123456789")),
            Map.entry("INR", new Persona("Asha Patel", "HDFC Bank", "HDFC", "50100012345678")),
            Map.entry("BRL", new Persona("Ana Souza", "Itaú Unibanco", "341", "12345678")),
            Map.entry("MXN", new Persona("Lucía Hernández", "BBVA México", "40012", "012180001234567891")),
            Map.entry("NGN", new Persona("Chidi Okafor", "Zenith Bank", "000015", "2012345678")),
            Map.entry("KES", new Persona("Wanjiku Kamau", "Equity Bank", "68", "0170123456789")),
            Map.entry("USD", new Persona("Jordan Miller", "JPMorgan Chase Bank, N.A.", "CHASUS33", "000123456789")),
            Map.entry("EUR", new Persona("Lena Vogel", "Deutsche Bank", "DEUTDEFF", "DE54500700100123456789")),
            Map.entry("GBP", new Persona("Oliver Hughes", "Barclays Bank UK", "BARCGB22", "12345678")),
            Map.entry("AUD", new Persona("Charlotte Reid", "Commonwealth Bank of Australia", "06", "062000123456")),
            Map.entry("JPY", new Persona("Sato Yuki", "Mizuho Bank", "0001", "1234567")));

    private static final Persona ANYBODY = new Persona("Test Customer", "Sandbox Bank", "", "1234567890");

    static Persona of(String currency) {
        return BY_CURRENCY.getOrDefault(currency, ANYBODY);
    }

    /// Returns the payer of a payment.
    Payer payer(UUID payment) {
        return new Payer("SBX" + payment.toString().replace("-", ""), name, bankName, bankCode, accountNumber, null);
    }
}
