package dev.sluice.iso20022.write;

import dev.sluice.iso20022.write.TransferFile.AccountNumber;
import dev.sluice.iso20022.write.TransferFile.Address;
import dev.sluice.iso20022.write.TransferFile.Agent;
import dev.sluice.iso20022.write.TransferFile.Creditor;
import dev.sluice.iso20022.write.TransferFile.Debtor;
import dev.sluice.iso20022.write.TransferFile.Transfer;
import dev.sluice.iso20022.write.TransferRules.AddressForm;
import dev.sluice.iso20022.write.TransferRules.Charset;
import dev.sluice.iso20022.write.TransferRules.Transliteration;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;

/// Rules of banks, and transfers for them.
final class Transfers {
    static final UUID FILE = UUID.fromString("0190b2d4-7c1e-7a5b-9f3e-1d2c3b4a5968");
    static final Address BERLIN = new Address("Berlin", "DE", "10115", "Invalidenstraße", "117");
    static final Address TOWN_ONLY = new Address("Springfield", "US", null, null, null);
    static final Agent WELLS = new Agent(null, "USABA", "121000248", "Wells Fargo Bank");

    static final TransferRules SEPA = new TransferRules(
            "pain.001.001.09",
            Charset.SEPA_LATIN,
            Transliteration.GERMAN,
            AddressForm.STRUCTURED,
            70,
            140,
            "SLEV",
            "SEPA",
            null,
            null,
            false);
    static final TransferRules SEPA_INSTANT = new TransferRules(
            "pain.001.001.09",
            Charset.SEPA_LATIN,
            Transliteration.PLAIN,
            AddressForm.NONE,
            70,
            140,
            "SLEV",
            "SEPA",
            "INST",
            false,
            false);
    static final TransferRules SWISS = new TransferRules(
            "pain.001.001.09",
            Charset.LATIN_EXTENDED,
            Transliteration.PLAIN,
            AddressForm.REQUIRED,
            70,
            140,
            null,
            null,
            null,
            true,
            false);
    static final TransferRules CROSS_BORDER = new TransferRules(
            "pain.001.001.11",
            Charset.SWIFT_X,
            Transliteration.PLAIN,
            AddressForm.HYBRID,
            140,
            140,
            "SHAR",
            "URGP",
            null,
            null,
            false);
    static final TransferRules BI_FAST = new TransferRules(
            "pain.001.001.09",
            Charset.UNICODE,
            Transliteration.NONE,
            AddressForm.NONE,
            140,
            140,
            "DEBT",
            "SDVA",
            "BIFAST",
            null,
            true);
    static final TransferRules SEPA_OF_2009 = new TransferRules(
            "pain.001.001.03",
            Charset.SEPA_LATIN,
            Transliteration.GERMAN,
            AddressForm.HYBRID,
            70,
            140,
            "SLEV",
            "SEPA",
            null,
            null,
            false);

    private Transfers() {}

    static String id(int number) {
        return EndToEndIds.of(new UUID(0x0190b2d47c1e7000L, 0x9000000000000000L + number));
    }

    static AccountNumber iban(String number) {
        return new AccountNumber(number, true);
    }

    static Creditor creditor(String name) {
        return new Creditor(name, null, iban("DE75512108001245126199"), null);
    }

    static Transfer transfer(int number, String amount, String currency, Creditor creditor) {
        return new Transfer(id(number), null, new BigDecimal(amount), currency, creditor, "Invoice 4711", null, null);
    }

    static Transfer referenced(Transfer of, String reference) {
        return new Transfer(
                of.endToEndId(), of.uetr(), of.amount(), of.currency(), of.creditor(), null, reference, of.purpose());
    }

    static Transfer withText(Transfer of, String text) {
        return new Transfer(
                of.endToEndId(), of.uetr(), of.amount(), of.currency(), of.creditor(), text, null, of.purpose());
    }

    static TransferFile sepa(List<Transfer> transfers) {
        return file(
                new Debtor("Müller & Söhne GmbH", null, iban("DE89370400440532013000"), "COBADEFFXXX", "EUR"),
                transfers);
    }

    static TransferFile file(Debtor debtor, List<Transfer> transfers) {
        return new TransferFile(
                MsgIds.of(FILE),
                OffsetDateTime.parse("2026-11-30T09:15:27.123+01:00"),
                LocalDate.of(2026, 12, 1),
                debtor,
                transfers);
    }

    static TransferRules with(TransferRules rules, AddressForm form) {
        return new TransferRules(
                rules.message(),
                rules.charset(),
                rules.transliteration(),
                form,
                rules.names(),
                rules.remittance(),
                rules.chargeBearer(),
                rules.serviceLevel(),
                rules.localInstrument(),
                rules.batchBooking(),
                rules.wholeUnits());
    }

    static TransferRules with(TransferRules rules, String message) {
        return new TransferRules(
                message,
                rules.charset(),
                rules.transliteration(),
                rules.address(),
                rules.names(),
                rules.remittance(),
                rules.chargeBearer(),
                rules.serviceLevel(),
                rules.localInstrument(),
                rules.batchBooking(),
                rules.wholeUnits());
    }
}
