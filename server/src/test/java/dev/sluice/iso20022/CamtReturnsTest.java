package dev.sluice.iso20022;

import static dev.sluice.iso20022.Camt.details;
import static dev.sluice.iso20022.Camt.entry;
import static dev.sluice.iso20022.Camt.statement;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Signs that a credit is a return or a reversal, so that nobody is credited again by mistake.
class CamtReturnsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            <RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>         | AC04
            <RtrInf><Rsn><Prtry>BE1</Prtry></Rsn></RtrInf>    | BE1
            <RtrInf><RtrRsn><Cd>AC01</Cd></RtrRsn></RtrInf>   | AC01
            <RtrInf><AddtlInf>closed</AddtlInf></RtrInf>      | RETURN
            <RtrInf/>                                         | RETURN
            """)
    void return_information_of_a_transaction_says_return(String info, String code) throws Unreadable {
        assertReturned(entry("4.00", details(info)), code);
    }

    @ParameterizedTest
    @ValueSource(strings = {"RRTN", "RPCR", "UPDD", "PRDD", "RCDD", "UPCQ", "CQRV", "UPCT", "UDFT"})
    void the_transaction_code_of_a_return_says_return(String code) throws Unreadable {
        var bank = "<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>" + code
                + "</SubFmlyCd></Fmly></Domn></BkTxCd>";
        assertReturned(entry("4.00", bank), code);
        assertReturned(entry("4.00", details(bank)), code);
    }

    @ParameterizedTest
    @CsvSource({"NRTI+109+9075, RTI", "NTRF+159+1234, 159", "NRTI, RTI"})
    void the_codes_of_german_banks_say_return(String own, String code) throws Unreadable {
        assertReturned(entry("4.00", "<BkTxCd><Prtry><Cd>" + own + "</Cd></Prtry></BkTxCd>"), code);
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "1", "TRUE", "yes"})
    void an_indicator_that_is_not_false_says_reversal(String indicator) throws Unreadable {
        var text = statement(entry("4.00", "<Sts>BOOK</Sts><RvslInd>" + indicator + "</RvslInd>", ""));
        var read = Samples.entries(Samples.read(text)).getFirst();
        assertThat(read.booking().reversal()).isTrue();
        assertThat(read.returned()).isEqualTo(new PaymentReturn(PaymentReturn.REVERSAL));
        assertThat(read.isCreditable()).isFalse();
    }

    @Test
    void other_credits_are_no_returns() throws Unreadable {
        var text = statement(entry("4.00", "<Sts>BOOK</Sts><RvslInd>false</RvslInd>", """
                <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn>
                <Prtry><Cd>NTRF+166+1234</Cd></Prtry></BkTxCd>"""));
        var read = Samples.entries(Samples.read(text)).getFirst();
        assertThat(read.returned()).isNull();
        assertThat(read.isCreditable()).isTrue();
    }

    @Test
    void one_return_in_a_batch_makes_the_entry_not_creditable() throws Unreadable {
        var batch = details("<Amt Ccy='EUR'>1.00</Amt>")
                + details("<Amt Ccy='EUR'>3.00</Amt><RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>");
        var read =
                Samples.entries(Samples.read(statement(entry("4.00", batch)))).getFirst();
        assertThat(read.isCreditable()).isFalse();
        assertThat(read.detailsAddUp()).isTrue();
        assertThat(read.details()).extracting(EntryDetails::returned).containsExactly(null, new PaymentReturn("AC04"));
    }

    private static void assertReturned(String entry, String code) throws Unreadable {
        var read = Samples.entries(Samples.read(statement(entry))).getFirst();
        assertThat(read.returned()).isEqualTo(new PaymentReturn(code));
        assertThat(read.isCreditable()).isFalse();
    }
}
