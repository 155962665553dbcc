package dev.sluice.app;

import dev.sluice.db.Tx;
import dev.sluice.ledger.Funding;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.reference.References;
import dev.sluice.reference.Token;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/// The opening balances of the demo organization.
record DemoBalances(Funding funding, References references) {
    private static final BigDecimal STABLE_TOKENS = new BigDecimal(1_000_000);
    private static final BigDecimal NATIVE_TOKENS = new BigDecimal(1_000);
    private static final Map<String, BigDecimal> FIAT = fiat();

    void open(Tx tx, UUID organizationId) {
        var amounts = new ArrayList<Money>();
        FIAT.forEach((code, amount) -> amounts.add(Money.exactly(amount, asset(code))));
        for (var token : references.tokens()) {
            amounts.add(Money.exactly(amount(token), asset(token.id())));
        }
        funding.deposit(tx, organizationId, amounts);
    }

    private static BigDecimal amount(Token token) {
        return token.isNative() ? NATIVE_TOKENS : STABLE_TOKENS;
    }

    private Asset asset(String code) {
        return references.asset(code).orElseThrow(() -> new IllegalStateException("no asset " + code));
    }

    private static Map<String, BigDecimal> fiat() {
        var amounts = new LinkedHashMap<String, BigDecimal>();
        amounts.put("IDR", new BigDecimal(1_000_000_000));
        amounts.put("PHP", new BigDecimal(10_000_000));
        amounts.put("USD", new BigDecimal(1_000_000));
        amounts.put("SGD", new BigDecimal(1_000_000));
        amounts.put("EUR", new BigDecimal(1_000_000));
        return amounts;
    }
}
