package dev.sluice.dashboard;

import java.util.Map;

/// Input of the form of a recipient.
public final class PayeeForm {
    private PayeeForm() {}

    /// Returns a recipient with an account in Indonesia.
    public static Map<String, String> of(String name, String email) {
        return Map.of(
                "name", name,
                "email", email,
                "address", "Jalan Braga 99",
                "city", "Bandung",
                "postCode", "40111",
                "bank.currency", "IDR",
                "bank.country", "ID",
                "bank.accountName", name,
                "bank.bankName", "Bank Central Asia",
                "bank.accountNumber", "1234567890");
    }
}
