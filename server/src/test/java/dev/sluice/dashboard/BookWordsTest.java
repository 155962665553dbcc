package dev.sluice.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.ledger.Account;
import dev.sluice.ledger.TransferKind;
import dev.sluice.page.Texts;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Tests that every ledger account and every kind of transfer has a display name.
class BookWordsTest {
    private static List<Locale> languages() {
        return DashboardGuard.LANGUAGES;
    }

    private static List<Account> accounts() throws IllegalAccessException {
        var accounts = new ArrayList<Account>();
        for (var field : Account.class.getFields()) {
            if (Modifier.isStatic(field.getModifiers()) && field.getType().equals(Account.class)) {
                accounts.add((Account) field.get(null));
            }
        }
        return accounts;
    }

    @ParameterizedTest
    @MethodSource("languages")
    void every_account_and_every_movement_has_words(Locale language) throws IllegalAccessException {
        var common = Texts.of("dashboard.frame", language.toLanguageTag(), DashboardGuard.LANGUAGES);
        var accounts = accounts();
        assertThat(accounts).contains(Account.AVAILABLE, Account.GAS);
        assertThat(Stream.concat(
                        accounts.stream().map(account -> BookWords.of(common, account)),
                        Arrays.stream(TransferKind.values()).map(kind -> BookWords.of(common, kind))))
                .allSatisfy(words -> assertThat(words).matches("\\p{Lu}[\\p{L} ]+"));
        assertThat(BookWords.of(common, Account.clearing("evm"))).matches("\\p{Lu}\\p{L}+ evm");
    }
}
