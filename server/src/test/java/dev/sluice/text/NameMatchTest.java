package dev.sluice.text;

import static dev.sluice.text.NameMatch.Outcome.CLOSE_MATCH;
import static dev.sluice.text.NameMatch.Outcome.MATCH;
import static dev.sluice.text.NameMatch.Outcome.NO_MATCH;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.text.NameMatch.Outcome;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Realistic pairs of names; the thresholds of [NameMatch] were tuned with them.
class NameMatchTest {
    private record Pair(String supplied, String atBank, Outcome outcome) {}

    private static Pair match(String supplied, String atBank) {
        return new Pair(supplied, atBank, MATCH);
    }

    private static Pair close(String supplied, String atBank) {
        return new Pair(supplied, atBank, CLOSE_MATCH);
    }

    private static Pair no(String supplied, String atBank) {
        return new Pair(supplied, atBank, NO_MATCH);
    }

    private static final List<Pair> PERSONS = List.of(
            match("Budi Santoso", "BUDI SANTOSO"),
            match("Santoso, Budi", "Budi Santoso"),
            match("Bpk. Budi Santoso", "BUDI SANTOSO"),
            close("Suharto", "SOEHARTO"),
            close("Dewi Lestari", "DEWI LESTARY"),
            no("Budi Santoso", "Rudi Santoso"),
            no("Budi Santoso", "Budi Hartono"),
            no("Siti", "Siti Nurhaliza"),
            match("Mohd Ali bin Abu", "MOHAMAD ALI BIN ABU"),
            close("Muhammad Ali bin Abu", "MOHD ALI BIN ABU"),
            close("Ahmad Ali", "AHMAD BIN ALI"),
            no("Nur bin Ali", "Nur binti Ali"),
            match("Kumar a/l Raju", "KUMAR A/L RAJU"),
            match("Juan dela Cruz", "JUAN DE LA CRUZ"),
            match("Ma. Theresa Santos", "MARIA THERESA SANTOS"),
            close("Juan D. Cruz", "Juan Dela Cruz"),
            close("Jose Rizal", "José Protasio Rizal"),
            match("Nguyễn Văn Đức", "NGUYEN VAN DUC"),
            match("Nguyen Van An", "An Nguyen Van"),
            close("Nguyen An", "NGUYEN VAN AN"),
            no("Nguyen Van An", "Nguyen Thi Hoa"),
            match("นาย สมชาย ใจดี", "สมชาย ใจดี"),
            match("นางสาวสมหญิง ใจดี", "สมหญิง ใจดี"),
            no("สมชาย ใจดี", "สมหญิง รักไทย"),
            match("Tan Wei Ming", "TAN WEI MING"),
            match("Wei-Ming Tan", "TAN WEIMING"),
            no("Wang Wei", "Wong Wei"),
            match("राम कुमार", "राम कुमार"),
            no("राम कुमार", "सीता देवी"),
            match("Smt. Lakshmi Narayan", "LAKSHMI NARAYAN"),
            close("R. Krishnan", "Ramesh Krishnan"),
            match("João da Silva", "JOAO DA SILVA"),
            match("Sr. José Peña", "JOSE PENA"),
            close("João Silva", "João Pedro Oliveira da Silva"),
            close("Chukwuemeka Okafor", "CHUKWUEMEKA OKAFOR JAMES"),
            no("Wanjiru Kamau", "Otieno Kamau"),
            match("Mr John Smith", "SMITH JOHN"),
            close("J. Smith", "John Smith"),
            close("J Smith", "John Michael Smith"),
            close("Jon Smyth", "John Smith"),
            close("John Smith", "John Michael Smith"),
            no("John Smith", "Jane Smith"),
            no("John A Smith", "John B Smith"),
            no("J S", "John Smith"),
            no("Smith", "John Smith"),
            match("Sean O'Brien", "SEAN OBRIEN"),
            match("Ronald Mc Donald", "RONALD MCDONALD"),
            match("François Müller", "FRANCOIS MULLER"),
            close("Jürgen Müller", "JUERGEN MUELLER"),
            match("Lærke Sørensen", "LAERKE SORENSEN"),
            match("山田 太郎", "山田太郎"),
            match("ヤマダ タロウ", "ﾔﾏﾀﾞ ﾀﾛｳ"),
            no("山田太郎", "山田次郎"),
            no("李明", "李民"),
            match("김철수", "김철수"),
            no("Somchai Jaidee", "สมชาย ใจดี"));

    private static final List<Pair> COMPANIES = List.of(
            match("PT Maju Jaya", "MAJU JAYA, PT"),
            match("PT. Bank Mandiri (Persero) Tbk", "BANK MANDIRI PERSERO TBK"),
            match("Maju Jaya", "P.T. MAJU JAYA"),
            close("PT Maju Jaya", "CV MAJU JAYA"),
            match("Acme Sdn. Bhd.", "ACME SENDIRIAN BERHAD"),
            match("Acme Trading Ltd", "ACME TRADING LIMITED"),
            match("Acme Trading LLC", "Acme Trading"),
            match("Acme, Inc.", "ACME INC"),
            match("Bosch GmbH", "BOSCH"),
            match("Comercial Azul S.A. de C.V.", "COMERCIAL AZUL SA DE CV"),
            match("Padaria Central Ltda.", "PADARIA CENTRAL LTDA"),
            match("Iberia S.A.", "IBERIA SA"),
            match("Iberia S.A.", "IBERIA"),
            close("Iberia SA", "IBERIA"),
            match("Công ty TNHH Sao Mai", "SAO MAI"),
            match("บริษัท ไทยดี จำกัด", "ไทยดี"),
            match("株式会社トヨタ", "トヨタ"),
            match("Smith & Sons", "SMITH AND SONS"),
            match("J.P. Morgan", "JP MORGAN"),
            close("Global Tech Solutions", "Global Technology Solutions"),
            no("Maria Cruz", "Maria Cruz Trading Enterprises International"),
            no("Acme Trading Ltd", "Zenith Trading Ltd"),
            match("PT", "pt"),
            no("PT", "CV"),
            no("", "Budi Santoso"),
            no("---", "---"));

    @TestFactory
    Stream<DynamicTest> pairs_of_names_have_the_outcome_a_clerk_would_give_them() {
        return Stream.concat(PERSONS.stream(), COMPANIES.stream())
                .map(pair -> DynamicTest.dynamicTest(pair.supplied() + " / " + pair.atBank(), () -> {
                    assertThat(NameMatch.compare(pair.supplied(), pair.atBank()))
                            .isEqualTo(pair.outcome());
                    assertThat(NameMatch.compare(pair.atBank(), pair.supplied()))
                            .isEqualTo(pair.outcome());
                }));
    }
}
