package dev.sluice.rail.iso20022.profile;

import dev.sluice.iso20022.write.TransferFile.AccountNumber;
import dev.sluice.iso20022.write.TransferFile.Agent;
import dev.sluice.iso20022.write.TransferFile.Creditor;
import dev.sluice.rail.iso20022.profile.BankProfile.Account;
import dev.sluice.rail.iso20022.profile.BankProfile.Rehearsal;
import dev.sluice.rail.iso20022.profile.BankProfile.Served;
import dev.sluice.rail.iso20022.profile.BankProfile.Transport;
import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads `rehearsal`: the bank's test platform and the test payments.
final class RehearsalReader {
    private static final int NAME_MAX = 140;
    private static final Grammar<String> CLEARING_SYSTEM = Grammars.pattern(
            "must be a code of a clearing system, such as USABA or GBDSC", Pattern.compile("[A-Z]{1,5}"));
    private static final Grammar<String> BANK_CODE = Grammars.pattern(
            "must be the national code of the payee's bank, of capital letters and digits",
            Pattern.compile("[A-Z0-9]{1,35}"));

    private RehearsalReader() {}

    /// @param live way to the bank; a rehearsal uses its kind and its names of files, and none of its folders
    static Rehearsal read(Section rehearsal, Account account, List<Served> serves, Transport live) {
        var section =
                rehearsal.requiredSection("transport", "{type: folder, out: ./bank/test/out, in: ./bank/test/in}");
        var transport = TransportReader.read(section);
        check(section, transport, live);
        var payee = payee(rehearsal.requiredSection("payee", "{name: Test Payee, iban: DE02120300000000202051}"));
        var rejected = rehearsal
                .optional("rejected-account", payee.account().iban() ? AccountNumbers.IBAN : AccountNumbers.NUMBER)
                .map(text -> new AccountNumber(text, payee.account().iban()));
        var own = rehearsal
                .optional("account", account.number().iban() ? AccountNumbers.IBAN : AccountNumbers.NUMBER)
                .map(text -> new AccountNumber(text, account.number().iban()));
        return new Rehearsal(
                transport,
                own.orElse(account.number()),
                payee,
                rejected.orElse(null),
                rehearsal.value("amount", amount(serves), Grammars.amount(account.currency(), false)));
    }

    private static void check(Section section, Transport transport, Transport live) {
        section.check(
                !(transport instanceof Transport.Simulated),
                "type",
                "must be folder or sftp: a rehearsal needs the bank's test platform");
        section.check(
                live instanceof Transport.Sftp == transport instanceof Transport.Sftp,
                "type",
                "must be that of transport, because the exchange of files is rehearsed too");
        section.check(
                live.folders().name().equals(transport.folders().name()),
                "name",
                "must be that of transport, because names of files are rehearsed too");
        var shared = FolderRules.shared(transport, live);
        if (shared != null) {
            section.check(false, shared.key(), shared.text());
        }
    }

    private static BigDecimal amount(List<Served> serves) {
        var min = serves.isEmpty() ? null : serves.getFirst().min();
        return min == null ? BigDecimal.ONE : min;
    }

    private static Creditor payee(Section payee) {
        boolean other = payee.has("number") && !payee.has("iban");
        if (!other && !payee.has("iban")) {
            payee.missing("iban", "it must be an IBAN of the test platform; without IBANs, number is the account");
        }
        payee.check(other || !payee.has("number"), "number", "must not be given beside iban");
        var number = payee.optional(other ? "number" : "iban", other ? AccountNumbers.NUMBER : AccountNumbers.IBAN);
        return new Creditor(
                payee.required("name", "", Grammars.line(NAME_MAX)),
                payee.has("address") ? ProfileReader.address(payee.section("address")) : null,
                new AccountNumber(number.orElse(""), !other),
                agent(payee, other));
    }

    private static @Nullable Agent agent(Section payee, boolean required) {
        var bic = payee.optional("bic", AccountNumbers.BIC).orElse(null);
        var system = payee.optional("clearing-system", CLEARING_SYSTEM).orElse(null);
        var code = payee.optional("bank-code", BANK_CODE).orElse(null);
        if (required && bic == null && code == null) {
            payee.missing("bic", "an account number without IBAN needs the BIC or bank-code of its bank");
        }
        payee.check(system == null || code != null, "clearing-system", "has no effect without bank-code");
        return bic == null && code == null ? null : new Agent(bic, system, code, null);
    }
}
