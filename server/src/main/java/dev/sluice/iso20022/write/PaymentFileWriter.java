package dev.sluice.iso20022.write;

import dev.sluice.iso20022.CreditorReference;
import dev.sluice.iso20022.write.TransferFile.Debtor;
import dev.sluice.iso20022.write.TransferFile.Transfer;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Writes files of credit transfers (pain.001, versions 03, 09 and 11). A file has one block, with the file's
/// MsgId as its PmtInfId. Service level, local instrument and charge bearer stand at the block: banks and
/// rulebooks recommend it, and all of them accept it.
public final class PaymentFileWriter {
    /// Messages that can be written.
    public static final Set<String> MESSAGES =
            Arrays.stream(MessageVersion.values()).map(MessageVersion::message).collect(Collectors.toUnmodifiableSet());

    private static final String NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:";
    private static final int CODE_MAX = 4;
    /// Local time without fraction and offset: no bank refuses it.
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss", Locale.ROOT);

    private final XmlOutput xml;
    private final TransferRules rules;
    private final MessageVersion version;
    private final Parties parties;

    private PaymentFileWriter(TransferRules rules) {
        this.rules = rules;
        this.version = MessageVersion.of(rules.message());
        this.xml = new XmlOutput(NAMESPACE + version.message());
        this.parties = new Parties(xml, version, rules.address());
    }

    /// Returns the bytes of a file. Equal content gives equal bytes.
    ///
    /// @throws IllegalArgumentException if [TransferPreparation] refuses a part of it, or it has no transfer
    public static byte[] write(TransferFile file, TransferRules rules) {
        if (file.transfers().isEmpty()) {
            throw new IllegalArgumentException("a file has at least one transfer");
        }
        var ids = new FieldChecks(rules);
        ids.id("msgId", file.msgId());
        var msgId = ready(ids.prepared(file.msgId()));
        var debtor = ready(TransferPreparation.prepare(file.debtor(), rules));
        var transfers = file.transfers().stream()
                .map(each -> ready(TransferPreparation.prepare(each, rules)))
                .toList();
        if (transfers.stream().map(Transfer::endToEndId).distinct().count() != transfers.size()) {
            throw new IllegalArgumentException("an EndToEndId is there twice in " + msgId);
        }
        return new PaymentFileWriter(rules)
                .write(new TransferFile(msgId, file.createdAt(), file.executionDate(), debtor, transfers));
    }

    private byte[] write(TransferFile file) {
        xml.element("CstmrCdtTrfInitn", () -> {
            xml.element("GrpHdr", () -> header(file));
            xml.element("PmtInf", () -> block(file));
        });
        return xml.bytes();
    }

    private void header(TransferFile file) {
        xml.text("MsgId", file.msgId());
        xml.text("CreDtTm", time(file.createdAt()));
        totals(file.transfers());
        parties.party("InitgPty", file.debtor().name(), null);
    }

    private void block(TransferFile file) {
        xml.text("PmtInfId", file.msgId());
        xml.text("PmtMtd", "TRF");
        var batch = rules.batchBooking();
        if (batch != null) {
            xml.text("BtchBookg", batch.toString());
        }
        totals(file.transfers());
        paymentType();
        executionDate(file.executionDate());
        debtor(file.debtor());
        if (rules.chargeBearer() != null) {
            xml.text("ChrgBr", rules.chargeBearer());
        }
        for (var transfer : file.transfers()) {
            xml.element("CdtTrfTxInf", () -> transfer(transfer));
        }
    }

    private void totals(List<Transfer> transfers) {
        xml.text("NbOfTxs", Integer.toString(transfers.size()));
        xml.text(
                "CtrlSum",
                transfers.stream()
                        .map(Transfer::amount)
                        .reduce(BigDecimal.ZERO, BigDecimal::add)
                        .toPlainString());
    }

    private void paymentType() {
        if (rules.serviceLevel() != null || rules.localInstrument() != null) {
            xml.element("PmtTpInf", () -> {
                code("SvcLvl", rules.serviceLevel(), CODE_MAX);
                code("LclInstrm", rules.localInstrument(), Integer.MAX_VALUE);
            });
        }
    }

    private void executionDate(LocalDate day) {
        if (version.hasDateChoice()) {
            xml.element("ReqdExctnDt", () -> xml.text("Dt", day.toString()));
        } else {
            xml.text("ReqdExctnDt", day.toString());
        }
    }

    /// The currency tells accounts of one number apart; an IBAN of one needs none.
    private void debtor(Debtor debtor) {
        parties.party("Dbtr", debtor.name(), debtor.address());
        parties.account("DbtrAcct", debtor.account(), debtor.account().iban() ? null : debtor.currency());
        parties.agent("DbtrAgt", debtor.bic());
    }

    private void transfer(Transfer transfer) {
        xml.element("PmtId", () -> {
            xml.text("InstrId", transfer.endToEndId());
            xml.text("EndToEndId", transfer.endToEndId());
            if (transfer.uetr() != null) {
                xml.text("UETR", transfer.uetr().toString());
            }
        });
        xml.element(
                "Amt",
                () -> xml.amount(
                        "InstdAmt", transfer.currency(), transfer.amount().toPlainString()));
        var creditor = transfer.creditor();
        if (creditor.agent() != null) {
            parties.agent("CdtrAgt", creditor.agent());
        }
        parties.party("Cdtr", creditor.name(), creditor.address());
        parties.account("CdtrAcct", creditor.account(), null);
        code("Purp", transfer.purpose(), CODE_MAX);
        var reference = transfer.creditorReference();
        var remittance = transfer.remittance();
        if (reference != null) {
            xml.element("RmtInf", () -> reference(reference));
        } else if (remittance != null) {
            xml.element("RmtInf", () -> xml.text("Ustrd", remittance));
        }
    }

    private void reference(String reference) {
        xml.element(
                "Strd",
                () -> xml.element("CdtrRefInf", () -> {
                    xml.element(
                            "Tp",
                            () -> xml.element("CdOrPrtry", () -> {
                                if (CreditorReference.isValid(reference)) {
                                    xml.text("Cd", "SCOR");
                                } else {
                                    xml.text("Prtry", "QRR");
                                }
                            }));
                    xml.text("Ref", reference);
                }));
    }

    /// @param codeMax length up to which a value is a code of ISO 20022, and not a bank's own
    private void code(String element, @Nullable String value, int codeMax) {
        if (value != null) {
            xml.element(element, () -> xml.text(value.length() <= codeMax ? "Cd" : "Prtry", value));
        }
    }

    static String time(OffsetDateTime at) {
        return TIME.format(at.truncatedTo(ChronoUnit.SECONDS));
    }

    private static <T> T ready(Prepared<T> prepared) {
        return switch (prepared) {
            case Prepared.Ready<T>(var value) -> value;
            case Prepared.Refused<T>(var faults) -> throw new IllegalArgumentException(faults.toString());
        };
    }
}
