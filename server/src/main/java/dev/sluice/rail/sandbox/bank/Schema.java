package dev.sluice.rail.sandbox.bank;

import dev.sluice.rail.sandbox.bank.StrictXml.NotAccepted;
import java.util.List;
import java.util.Map;
import org.w3c.dom.Element;

/// Order of the elements of pain.001 and camt.055, as their schemas have it. Elements that are not listed are not
/// looked into.
final class Schema {
    private static final List<String> ADDRESS = names("AdrTp CareOf Dept SubDept StrtNm BldgNb BldgNm Flr UnitNb PstBx"
            + " Room PstCd TwnNm TwnLctnNm DstrctNm CtrySubDvsn Ctry AdrLine");
    private static final List<String> PARTY = names("Nm PstlAdr Id CtryOfRes CtctDtls");
    private static final List<String> ACCOUNT = names("Id Tp Ccy Nm Prxy");
    private static final List<String> AGENT = names("FinInstnId BrnchId");
    private static final List<String> TYPE = names("InstrPrty SvcLvl LclInstrm CtgyPurp");

    private static final Map<String, List<String>> CHILDREN = Map.ofEntries(
            Map.entry("CstmrCdtTrfInitn", names("GrpHdr PmtInf SplmtryData")),
            Map.entry("GrpHdr", names("MsgId CreDtTm Authstn NbOfTxs CtrlSum InitgPty FwdgAgt InitnSrc")),
            Map.entry(
                    "PmtInf",
                    names("PmtInfId PmtMtd ReqdAdvcTp BtchBookg NbOfTxs CtrlSum PmtTpInf ReqdExctnDt PoolgAdjstmntDt"
                            + " Dbtr DbtrAcct DbtrAgt DbtrAgtAcct InstrForDbtrAgt UltmtDbtr ChrgBr ChrgsAcct"
                            + " ChrgsAcctAgt CdtTrfTxInf")),
            Map.entry(
                    "CdtTrfTxInf",
                    names("PmtId PmtTpInf Amt XchgRateInf ChrgBr MndtRltdInf ChqInstr UltmtDbtr IntrmyAgt1"
                            + " IntrmyAgt1Acct CdtrAgt CdtrAgtAcct Cdtr CdtrAcct UltmtCdtr InstrForCdtrAgt"
                            + " InstrForDbtrAgt Purp RgltryRptg Tax RltdRmtInf RmtInf SplmtryData")),
            Map.entry("PmtId", names("InstrId EndToEndId UETR")),
            Map.entry("PmtTpInf", TYPE),
            Map.entry("Dbtr", PARTY),
            Map.entry("Cdtr", PARTY),
            Map.entry("InitgPty", PARTY),
            Map.entry("DbtrAcct", ACCOUNT),
            Map.entry("CdtrAcct", ACCOUNT),
            Map.entry("DbtrAgt", AGENT),
            Map.entry("CdtrAgt", AGENT),
            Map.entry("PstlAdr", ADDRESS),
            Map.entry("RmtInf", names("Ustrd Strd")),
            Map.entry("CstmrPmtCxlReq", names("Assgnmt Case CtrlData Undrlyg SplmtryData")),
            Map.entry("Assgnmt", names("Id Assgnr Assgne CreDtTm")),
            Map.entry("Undrlyg", names("OrgnlGrpInfAndCxl OrgnlPmtInfAndCxl")));

    private Schema() {}

    /// @throws NotAccepted if an element is unknown or out of order
    static void check(Element element) throws NotAccepted {
        var names = CHILDREN.get(element.getLocalName());
        if (names == null) {
            return;
        }
        int last = 0;
        for (var child : StrictXml.elements(element)) {
            int position = names.indexOf(child.getLocalName());
            if (position < last) {
                throw new NotAccepted("element " + child.getLocalName() + " is not expected in "
                        + element.getLocalName() + " at this position");
            }
            last = position;
            check(child);
        }
    }

    private static List<String> names(String text) {
        return List.of(text.split(" ", -1));
    }
}
