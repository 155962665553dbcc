package dev.sluice.recipient;

import dev.sluice.app.MerchantTest;
import dev.sluice.app.TestClient.Reply;
import dev.sluice.ledger.Funding;
import dev.sluice.ledger.Ledger;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import java.math.BigDecimal;
import java.util.Currency;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Base of the tests of changed and then paid accounts of a stored recipient.
abstract class PaidAccountCase extends MerchantTest {
    static final String CHANGE = """
            {"name":"Siti Rahayu","email":"siti@example.com","address":"1","city":"1","postCode":"1",\
            "bank":{"accountName":"Siti Rahayu",%s}}""";

    final Reply change(String id, String bank) {
        return merchant.client().patch("/v1/recipient/" + id, CHANGE.formatted(bank));
    }

    /// Returns the bank that a payout to a stored recipient goes to.
    final JsonNode paid(String currency, String id) {
        var item = "{\"recipientId\":\"" + id + "\",\"amount\":20000}";
        return merchant.pay("{\"currency\":\"" + currency + "\",\"disburseData\":[" + item + "]}")
                .expect(201)
                .data()
                .path("disburseData")
                .get(0)
                .path("recipient")
                .path("bank");
    }

    final void fund(String currency) {
        var decimals = Currency.getInstance(currency).getDefaultFractionDigits();
        var money = Money.exactly(new BigDecimal("1000000"), Asset.fiat(currency, decimals));
        var funding = new Funding(new Ledger(service.clocks()), service.clocks());
        service.connections().run(tx -> funding.deposit(tx, merchant.organizationId(), List.of(money)));
    }
}
