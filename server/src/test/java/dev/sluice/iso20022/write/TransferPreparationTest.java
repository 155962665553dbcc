package dev.sluice.iso20022.write;

import static dev.sluice.iso20022.write.Transfers.BERLIN;
import static dev.sluice.iso20022.write.Transfers.BI_FAST;
import static dev.sluice.iso20022.write.Transfers.CROSS_BORDER;
import static dev.sluice.iso20022.write.Transfers.SEPA;
import static dev.sluice.iso20022.write.Transfers.SEPA_OF_2009;
import static dev.sluice.iso20022.write.Transfers.SWISS;
import static dev.sluice.iso20022.write.Transfers.creditor;
import static dev.sluice.iso20022.write.Transfers.iban;
import static dev.sluice.iso20022.write.Transfers.id;
import static dev.sluice.iso20022.write.Transfers.referenced;
import static dev.sluice.iso20022.write.Transfers.transfer;
import static dev.sluice.iso20022.write.Transfers.with;
import static dev.sluice.iso20022.write.Transfers.withText;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.iso20022.write.Prepared.Fault;
import dev.sluice.iso20022.write.Prepared.Ready;
import dev.sluice.iso20022.write.Prepared.Refused;
import dev.sluice.iso20022.write.TransferFile.AccountNumber;
import dev.sluice.iso20022.write.TransferFile.Address;
import dev.sluice.iso20022.write.TransferFile.Agent;
import dev.sluice.iso20022.write.TransferFile.Creditor;
import dev.sluice.iso20022.write.TransferFile.Debtor;
import dev.sluice.iso20022.write.TransferFile.Transfer;
import dev.sluice.iso20022.write.TransferRules.AddressForm;
import java.math.BigDecimal;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Payouts that a bank would refuse are refused before they are sealed.
class TransferPreparationTest {
    private static final String GERMAN_ACCOUNT = "DE75512108001245126199";
    private static final String SWISS_ACCOUNT = "CH5109000000250092291";

    @Test
    void a_ready_transfer_has_the_texts_that_the_bank_gets() {
        var payee = new Creditor("Jürgen  Groß", BERLIN, iban("de75 5121 0800 1245 1261 99"), null);
        var ready = ready(transfer(1, "5.1", "EUR", payee), SEPA);
        assertThat(ready.creditor().name()).isEqualTo("Juergen Gross");
        assertThat(ready.creditor().account()).isEqualTo(iban(GERMAN_ACCOUNT));
        assertThat(ready.creditor().address())
                .isEqualTo(new Address("Berlin", "DE", "10115", "Invalidenstrasse", "117"));
        assertThat(ready.amount()).isEqualTo(new BigDecimal("5.10"));
    }

    @Test
    void all_faults_are_told_at_once_with_a_way_out() {
        var payee = new Creditor(
                "王小明",
                new Address("東京", "JPN", "1".repeat(17), null, null),
                iban("DE75512108001245126198"),
                new Agent("SOGE", null, null, null));
        var faults = faults(
                new Transfer(
                        "a-b",
                        UUID.nameUUIDFromBytes(new byte[1]),
                        BigDecimal.ZERO,
                        "EUR",
                        payee,
                        "مرحبا",
                        null,
                        "rent"),
                SEPA);
        assertThat(faults)
                .extracting(Fault::field)
                .containsExactlyInAnyOrder(
                        "endToEndId",
                        "uetr",
                        "amount",
                        "creditor.name",
                        "creditor.address.town",
                        "creditor.address.country",
                        "creditor.address.postalCode",
                        "creditor.account",
                        "creditor.agent.bic",
                        "remittance",
                        "purpose");
        assertThat(faults).allSatisfy(fault -> {
            assertThat(fault.problem()).isNotBlank().doesNotEndWith(".");
            assertThat(fault.wayOut()).endsWith(".");
        });
    }

    @ParameterizedTest
    @CsvSource({"0.001, EUR", "0, EUR", "-1, EUR", "1, XYZ", "1.5, JPY", "1.1234, KWD", "1000000000.00, EUR"})
    void an_amount_that_the_currency_has_not_is_refused(String amount, String currency) {
        assertThat(faults(transfer(1, amount, currency, creditor("A")), SEPA)).hasSize(1);
    }

    @Test
    void an_amount_has_at_most_18_digits() {
        var payee = new Creditor("A", null, iban(GERMAN_ACCOUNT), null);
        assertThat(ready(transfer(1, "1234567890123456.00", "USD", payee), CROSS_BORDER)
                        .amount())
                .isEqualTo("1234567890123456.00");
        assertThat(faults(transfer(1, "12345678901234567.00", "USD", payee), CROSS_BORDER))
                .hasSize(1);
    }

    @Test
    void whole_units_have_no_decimals_but_zeros() {
        var payee = creditor("Siti");
        assertThat(ready(transfer(1, "10000.00", "IDR", payee), BI_FAST).amount())
                .isEqualTo(new BigDecimal("10000"));
        assertThat(faults(transfer(1, "10000.50", "IDR", payee), BI_FAST))
                .extracting(Fault::field)
                .containsExactly("amount");
    }

    @Test
    void a_name_is_cut_at_a_whole_word_and_an_empty_one_is_refused() {
        var name = "A".repeat(40) + " " + "B".repeat(40);
        assertThat(ready(transfer(1, "1", "EUR", creditor(name)), SEPA)
                        .creditor()
                        .name())
                .isEqualTo("A".repeat(40));
        assertThat(faults(transfer(1, "1", "EUR", creditor(" \u200b")), SEPA))
                .containsExactly(new Fault("creditor.name", "is empty", "Add it."));
        assertThat(faults(transfer(1, "1", "EUR", creditor(". -")), SEPA))
                .extracting(Fault::problem)
                .containsExactly("has no letter and no digit");
    }

    @Test
    void a_text_of_spaces_is_left_out() {
        assertThat(ready(withText(transfer(1, "1", "EUR", creditor("A")), "  \n"), SEPA)
                        .remittance())
                .isNull();
    }

    @Test
    void a_reference_is_checked_and_never_stands_beside_a_text() {
        var base = transfer(1, "1", "EUR", creditor("A"));
        assertThat(ready(referenced(base, "rf18 5390 0754 7034"), SEPA).creditorReference())
                .isEqualTo("RF18539007547034");
        assertThat(fields(referenced(base, "RF19 5390 0754 7034"), SEPA)).containsExactly("creditorReference");
        var both = new Transfer(
                base.endToEndId(), null, base.amount(), "EUR", base.creditor(), "Text", "RF18539007547034", null);
        assertThat(fields(both, SEPA)).containsExactly("remittance");
    }

    @ParameterizedTest
    @CsvSource({
        "CH4431999123000889012, 210000000003139471430009017, true",
        "CH5109000000250092291, RF18539007547034, true",
        "CH5109000000250092291, , true",
        "CH5109000000250092291, 210000000003139471430009017, false",
        "CH4431999123000889012, RF18539007547034, false",
        "CH4431999123000889012, , false"
    })
    void a_qr_iban_and_a_qr_reference_belong_together(String account, String reference, boolean accepted) {
        var payee = new Creditor("A", BERLIN, iban(account), null);
        var transfer = referenced(transfer(1, "1", "CHF", payee), reference);
        if (accepted) {
            assertThat(ready(transfer, SWISS).creditorReference()).isEqualTo(reference);
        } else {
            assertThat(fields(transfer, SWISS)).containsExactly("creditorReference");
        }
    }

    @Test
    void a_required_address_is_required_and_an_unwanted_one_is_left_out() {
        var without = transfer(1, "1", "CHF", new Creditor("A", null, iban(SWISS_ACCOUNT), null));
        assertThat(fields(without, SWISS)).containsExactly("creditor.address");
        var qr = transfer(1, "1", "CHF", new Creditor("A", BERLIN, iban(SWISS_ACCOUNT), null));
        assertThat(ready(qr, with(SWISS, AddressForm.NONE)).creditor().address())
                .isNull();
        assertThat(ready(qr, SWISS).creditor().address()).isEqualTo(BERLIN);
    }

    @Test
    void a_street_and_its_number_fit_on_one_line() {
        var street = "Straße ".repeat(20);
        var payee = new Creditor(
                "A", new Address("Berlin", "DE", "10115", street, "1".repeat(16)), iban(GERMAN_ACCOUNT), null);
        for (var rules : List.of(CROSS_BORDER, SEPA_OF_2009)) {
            var file = PaymentFileWriter.write(Transfers.sepa(List.of(transfer(1, "1", "EUR", payee))), rules);
            Schemas.assertValid(rules.message(), file);
            assertThat(Schemas.text(file)).containsPattern("<AdrLine>Strasse .* 1{16}</AdrLine>");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"12/34", "12-34.5", "0012345678", "AB12"})
    void an_account_that_is_no_iban_has_its_own_form(String number) {
        var payee = new Creditor("A", null, new AccountNumber(number, false), new Agent("CENAIDJA", null, null, null));
        assertThat(ready(transfer(1, "1", "IDR", payee), BI_FAST)
                        .creditor()
                        .account()
                        .number())
                .isEqualTo(number);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/12", "12/", "1//2", "1_2", "", "12345678901234567890123456789012345"})
    void slashes_at_the_ends_or_in_pairs_and_long_numbers_are_refused(String number) {
        var payee = new Creditor("A", null, new AccountNumber(number, false), new Agent("CENAIDJA", null, null, null));
        assertThat(fields(transfer(1, "1", "IDR", payee), BI_FAST)).containsExactly("creditor.account");
    }

    @Test
    void a_bank_is_named_once_and_must_be_named_for_an_account_that_is_no_iban() {
        var account = new AccountNumber("123", false);
        var both = new Creditor("A", null, account, new Agent("SOGEDEFFXXX", "DEBLZ", "12345678", "Bank"));
        assertThat(ready(transfer(1, "1", "EUR", both), CROSS_BORDER).creditor().agent())
                .isEqualTo(new Agent("SOGEDEFFXXX", null, null, null));
        assertThat(fields(transfer(1, "1", "EUR", new Creditor("A", null, account, null)), CROSS_BORDER))
                .containsExactly("creditor.agent");
        var nameless = new Creditor("A", null, account, new Agent(null, "usaba", null, "Bank"));
        assertThat(fields(transfer(1, "1", "EUR", nameless), CROSS_BORDER))
                .containsExactly("creditor.agent.memberId", "creditor.agent.clearingSystem");
    }

    @Test
    void our_own_side_is_prepared_too() {
        var debtor = new Debtor("Grüße 王", null, iban("DE00370400440532013000"), "X", "EUR");
        var faults = switch (TransferPreparation.prepare(debtor, SEPA)) {
            case Ready<Debtor>(var value) -> throw new AssertionError(value);
            case Refused<Debtor>(var found) -> found;
        };
        assertThat(faults).extracting(Fault::field).containsExactly("debtor.name", "debtor.account", "debtor.bic");
    }

    @Test
    void an_identifier_of_a_transaction_is_a_uuid_of_version_4() {
        var uetr = UUID.fromString("8a562c67-ca16-48ba-b074-65581be6f001");
        var of = transfer(1, "1", "EUR", creditor("A"));
        var tracked = new Transfer(id(1), uetr, of.amount(), "EUR", of.creditor(), null, null, null);
        assertThat(ready(tracked, SEPA).uetr()).isEqualTo(uetr);
        assertThat(ready(tracked, SEPA_OF_2009).uetr()).isNull();
    }

    private static Transfer ready(Transfer transfer, TransferRules rules) {
        return switch (TransferPreparation.prepare(transfer, rules)) {
            case Ready<Transfer>(var value) -> value;
            case Refused<Transfer>(var faults) -> throw new AssertionError(faults);
        };
    }

    private static List<Fault> faults(Transfer transfer, TransferRules rules) {
        return switch (TransferPreparation.prepare(transfer, rules)) {
            case Ready<Transfer>(var value) -> throw new AssertionError(value);
            case Refused<Transfer>(var faults) -> faults;
        };
    }

    private static List<String> fields(Transfer transfer, TransferRules rules) {
        return faults(transfer, rules).stream().map(Fault::field).toList();
    }
}
