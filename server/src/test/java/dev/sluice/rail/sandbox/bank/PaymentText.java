package dev.sluice.rail.sandbox.bank;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/// A pain.001 written by hand, after banks' examples. It shares no code with the service's writer.
final class PaymentText {
    private final String msgId;
    private final List<String> transfers = new ArrayList<>();
    private BigDecimal sum = BigDecimal.ZERO.setScale(2);

    private PaymentText(String msgId) {
        this.msgId = msgId;
    }

    static PaymentText of(String msgId) {
        return new PaymentText(msgId);
    }

    /// Returns a file with one transfer of 12.50.
    static PaymentText one(String msgId, String endToEndId) {
        return of(msgId).pay(endToEndId, "12.50", Customer.PAYEE);
    }

    String msgId() {
        return msgId;
    }

    PaymentText pay(String endToEndId, String amount, String account) {
        sum = sum.add(new BigDecimal(amount));
        transfers.add("""
                <CdtTrfTxInf>
                <PmtId><InstrId>I%1$s</InstrId><EndToEndId>%1$s</EndToEndId></PmtId>
                <Amt><InstdAmt Ccy="EUR">%2$s</InstdAmt></Amt>
                <CdtrAgt><FinInstnId><BICFI>BKAUATWWXXX</BICFI></FinInstnId></CdtrAgt>
                <Cdtr><Nm>Maria Muster</Nm><PstlAdr><TwnNm>Wien</TwnNm><Ctry>AT</Ctry></PstlAdr></Cdtr>
                <CdtrAcct><Id><IBAN>%3$s</IBAN></Id></CdtrAcct>
                <RmtInf><Ustrd>Invoice 2026-0386</Ustrd></RmtInf>
                </CdtTrfTxInf>
                """.formatted(endToEndId, amount, account));
        return this;
    }

    String text() {
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">
                <CstmrCdtTrfInitn>
                <GrpHdr>
                <MsgId>%1$s</MsgId>
                <CreDtTm>2026-11-24T10:00:00+01:00</CreDtTm>
                <NbOfTxs>%2$d</NbOfTxs>
                <CtrlSum>%3$s</CtrlSum>
                <InitgPty><Nm>Example GmbH</Nm></InitgPty>
                </GrpHdr>
                <PmtInf>
                <PmtInfId>P%1$s</PmtInfId>
                <PmtMtd>TRF</PmtMtd>
                <NbOfTxs>%2$d</NbOfTxs>
                <CtrlSum>%3$s</CtrlSum>
                <PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf>
                <ReqdExctnDt><Dt>2026-11-24</Dt></ReqdExctnDt>
                <Dbtr><Nm>Example GmbH</Nm></Dbtr>
                <DbtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></DbtrAcct>
                <DbtrAgt><FinInstnId><BICFI>COBADEFF</BICFI></FinInstnId></DbtrAgt>
                <ChrgBr>SLEV</ChrgBr>
                %4$s</PmtInf>
                </CstmrCdtTrfInitn>
                </Document>
                """.formatted(msgId, transfers.size(), sum, String.join("", transfers));
    }
}
