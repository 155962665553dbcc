package dev.sluice.rail.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.rail.AccountName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Account names as reported by the sandbox's bank.
class NameAnswerTest {
    @Test
    void an_ordinary_account_belongs_to_whom_the_payer_says() {
        assertThat(NameAnswer.SUPPLIED.of("Siti Nurhaliza", "sandbox"))
                .isEqualTo(new AccountName.Known("Siti Nurhaliza", "sandbox"));
    }

    @Test
    void a_stranger_is_never_the_payee() {
        assertThat(NameAnswer.OTHER.of("Siti Nurhaliza", "sandbox"))
                .isEqualTo(new AccountName.Known("Jordan Example", "sandbox"));
        assertThat(NameAnswer.OTHER.of("JORDAN EXAMPLE", "sandbox"))
                .isEqualTo(new AccountName.Known("Robin Specimen", "sandbox"));
    }

    @ParameterizedTest
    @CsvSource({
        "Siti Nurhaliza, Sitii Nurhaliza",
        "PT Maju Jaya, PT Majuu Jaya",
        "Li Na, Li Na X",
        "Đặng Văn, Đặngg Văn",
        "A$AP Rocky, A$AP Rockyy",
        "Ana, Anaa",
    })
    void a_close_name_has_a_slip_of_the_pen(String supplied, String told) {
        assertThat(NameAnswer.CLOSE.of(supplied, "sandbox")).isEqualTo(new AccountName.Known(told, "sandbox"));
    }

    @Test
    void an_account_that_is_not_there_has_no_name() {
        var account = SandboxTestBank.account(Magic.ACCOUNT_NOT_FOUND.accountNumber());
        assertThat(Magic.of(account).nameAnswer().of(account.accountName(), "sandbox"))
                .isEqualTo(new AccountName.NoAccount("sandbox"));
    }

    @Test
    void the_bank_may_not_answer() {
        var account = SandboxTestBank.account(Magic.NAME_UNAVAILABLE.accountNumber());
        assertThat(Magic.of(account).nameAnswer().of(account.accountName(), "sandbox"))
                .isEqualTo(new AccountName.Unavailable("sandbox"));
    }
}
