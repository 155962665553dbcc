package dev.sluice.iso20022;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.iso20022.Message.OutboundMessage;
import dev.sluice.iso20022.Message.StatusReport;
import dev.sluice.iso20022.PaymentStatus.Level;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Status reports and answers to recalls, at each level.
class StatusReportTest {
    @ParameterizedTest
    @ValueSource(strings = {"03", "05", "09", "10", "12", "14"})
    void reasons_are_read_at_the_levels_of_group_block_and_transaction(String version) throws Unreadable {
        var report = report("pain.002.001." + version, "CstmrPmtStsRpt", """
                <GrpHdr><MsgId>B1</MsgId></GrpHdr>
                <OrgnlGrpInfAndSts><OrgnlMsgId>M1</OrgnlMsgId><GrpSts>PART</GrpSts>
                <StsRsnInf><Rsn><Cd>NARR</Cd></Rsn><AddtlInf>see</AddtlInf><AddtlInf>below</AddtlInf></StsRsnInf>
                </OrgnlGrpInfAndSts>
                <OrgnlPmtInfAndSts><OrgnlPmtInfId>P1</OrgnlPmtInfId><PmtInfSts>RJCT</PmtInfSts>
                <StsRsnInf><Rsn><Prtry>X9</Prtry></Rsn></StsRsnInf></OrgnlPmtInfAndSts>
                <OrgnlPmtInfAndSts><OrgnlPmtInfId>P2</OrgnlPmtInfId>
                <TxInfAndSts><OrgnlInstrId>I1</OrgnlInstrId><OrgnlEndToEndId>E1</OrgnlEndToEndId>
                <TxSts>RJCT</TxSts><StsRsnInf><Rsn><Cd>AM05</Cd></Rsn></StsRsnInf>
                <StsRsnInf><AddtlInf>seen before</AddtlInf></StsRsnInf></TxInfAndSts>
                <TxInfAndSts><OrgnlUETR>U2</OrgnlUETR><TxSts>ACSC</TxSts></TxInfAndSts>
                </OrgnlPmtInfAndSts>""");
        assertThat(report)
                .isEqualTo(new StatusReport(
                        "B1",
                        "M1",
                        "PART",
                        List.of(new StatusReason("NARR", "see below")),
                        List.of(
                                new PaymentStatus(
                                        Level.PAYMENT, "P1", null, "RJCT", List.of(new StatusReason("X9", ""))),
                                new PaymentStatus(Level.PAYMENT, "P2", null, null, List.of()),
                                new PaymentStatus(
                                        Level.TRANSACTION,
                                        "E1",
                                        "P2",
                                        "RJCT",
                                        List.of(new StatusReason("AM05", ""), new StatusReason(null, "seen before"))),
                                new PaymentStatus(Level.TRANSACTION, "U2", "P2", "ACSC", List.of()))));
    }

    @Test
    void an_answer_to_a_recall_is_read() throws Unreadable {
        var report = report("camt.029.001.09", "RsltnOfInvstgtn", """
                <Assgnmt><Id>A1</Id></Assgnmt><Sts><Conf>RJCR</Conf></Sts>
                <CxlDtls><OrgnlPmtInfAndSts><OrgnlPmtInfId>P1</OrgnlPmtInfId><PmtInfCxlSts>PACR</PmtInfCxlSts>
                <TxInfAndSts><CxlStsId>C1</CxlStsId><OrgnlEndToEndId>E1</OrgnlEndToEndId><TxCxlSts>RJCR</TxCxlSts>
                <CxlStsRsnInf><Rsn><Cd>CUST</Cd></Rsn></CxlStsRsnInf></TxInfAndSts></OrgnlPmtInfAndSts></CxlDtls>""");
        assertThat(report)
                .isEqualTo(new StatusReport(
                        "A1",
                        null,
                        "RJCR",
                        List.of(),
                        List.of(
                                new PaymentStatus(Level.PAYMENT, "P1", null, "PACR", List.of()),
                                new PaymentStatus(
                                        Level.TRANSACTION,
                                        "E1",
                                        "P1",
                                        "RJCR",
                                        List.of(new StatusReason("CUST", ""))))));
    }

    @Test
    void a_report_that_says_nothing_is_a_problem() throws Unreadable {
        assertThat(read("pain.002.001.03", "CstmrPmtStsRpt", "<GrpHdr><MsgId>B1</MsgId></GrpHdr>")
                        .problems())
                .containsExactly("message B1 reports no status of anything");
    }

    @Test
    void a_status_of_nothing_known_is_a_problem() throws Unreadable {
        assertThat(read(
                                "pain.002.001.03",
                                "CstmrPmtStsRpt",
                                "<OrgnlPmtInfAndSts><TxInfAndSts><TxSts>RJCT</TxSts>"
                                        + "</TxInfAndSts></OrgnlPmtInfAndSts>")
                        .problems())
                .singleElement()
                .asString()
                .contains("no identifier of ours");
    }

    @Test
    void a_recall_is_counted_and_is_not_inbound() throws Unreadable {
        var file = read("camt.055.001.08", "CstmrPmtCxlReq", """
                <Assgnmt><Id>R1</Id></Assgnmt><CtrlData><NbOfTxs>2</NbOfTxs></CtrlData>
                <Undrlyg><OrgnlPmtInfAndCxl><OrgnlPmtInfId>P1</OrgnlPmtInfId>
                <TxInf><OrgnlEndToEndId>E1</OrgnlEndToEndId><OrgnlInstdAmt Ccy="EUR">5.00</OrgnlInstdAmt>
                <CxlRsnInf><Rsn><Cd>DUPL</Cd></Rsn></CxlRsnInf></TxInf></OrgnlPmtInfAndCxl></Undrlyg>""");
        assertThat(file.problems())
                .containsExactly("the header says NbOfTxs 2, but there are 1 transactions", "not an inbound kind");
        assertThat(file.messages()).singleElement().isInstanceOfSatisfying(OutboundMessage.class, message -> {
            assertThat(message.msgId()).isEqualTo("R1");
            assertThat(message.sum()).isEqualByComparingTo("5.00");
            assertThat(message.payments().getLast().reasons()).containsExactly(new StatusReason("DUPL", ""));
        });
    }

    private static StatusReport report(String kind, String message, String content) throws Unreadable {
        var file = read(kind, message, content);
        assertThat(file.kind()).isEqualTo(kind);
        assertThat(file.problems()).isEmpty();
        return (StatusReport) file.messages().getFirst();
    }

    private static BankFile read(String kind, String message, String content) throws Unreadable {
        return Samples.read("<Document xmlns='urn:iso:std:iso:20022:tech:xsd:%s'><%s>%s</%s></Document>"
                .formatted(kind, message, content, message));
    }
}
