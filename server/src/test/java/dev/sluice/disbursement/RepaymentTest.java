package dev.sluice.disbursement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.RoutingNumbers;
import dev.sluice.reference.PayoutMethod;
import java.math.BigInteger;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// Recipients of refunds.
class RepaymentTest {
    private static final Asset EUR = Asset.fiat("EUR", 2);

    private static Payee.Bank payer(String number, String country, String office) {
        var money = new Money(BigInteger.ONE, EUR);
        var method = new PayoutMethod(
                "EUR",
                "BANK",
                "Bank",
                null,
                country,
                office,
                office,
                office,
                office,
                PayoutMethod.AccountNumberType.BANK_ACCOUNT,
                2,
                money,
                money,
                Repayment.FREE);
        return Repayment.account(new UUID(1, 2), "Lena Vogel", number, method, RoutingNumbers.NONE)
                .parts()
                .bank();
    }

    @Test
    void what_reaches_any_bank_has_no_country_and_no_office() {
        var bank = payer("NL91ABNA0417164300", "EU", "");
        assertThat(bank.country()).isEqualTo("NL");
        assertThat(bank.address()).isNull();
        assertThat(bank.city()).isNull();
        assertThat(payer("9999000011", "EU", "").country()).isNull();
    }

    @Test
    void a_bank_has_its_own() {
        var bank = payer("NL91ABNA0417164300", "DE", "Frankfurt");
        assertThat(bank.country()).isEqualTo("DE");
        assertThat(bank.address()).isEqualTo("Frankfurt");
    }
}
