package dev.sluice.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests that amounts are parsed in the notation of the page's language, and that the next page parses the result to
/// the same amount.
class AmountsTest {
    private static final Pattern FIELD =
            Pattern.compile("(kit\\.field\\(|<input )[^\\n]*inputmode *= *\"(decimal|numeric)\"[^\\n]*");
    private static final Pattern NAME = Pattern.compile("\\bname *= *(?:\"([\\w.]+)\"|\"?([^\",]+?)\"?[ ,])");

    /// Names of fields that contain a resource.
    private static final Map<String, String> EXAMPLES =
            Map.of("model.field(balance)", "threshold.IDR", "${row.field()}", "place");

    /// Fields with digits that are codes instead of numbers, or numbers of at most two digits.
    private static final Set<String> CODES = Set.of("bank.achNumber", "bank.fedwireNumber", "code", "place");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "en | \u200e1,250.50\u200b\u00a0 | 1250.50",
                "en | 1250.50 | 1250.50",
                "en | 1,250.50 | 1250.50",
                "en | 1,000 | 1000",
                "en | 1,000,000.5 | 1000000.5",
                "en | 1.125 | 1.1250",
                "en | 1 250.50 | 1250.50",
                "en | 1,00 | 1,00",
                "en | 1.250,50 | 1.250,50",
                "en | 1000,000 | 1000,000",
                "en | -5 | -5",
                "en | ten | ten",
                "id | 1.000 | 1000",
                "en | 0.125 | 0.1250",
                "en | 0,125 | 0,125",
                "id | 0,125 | 0.1250",
                "id | 0.125 | 0.125",
                "id | 1.250.000,75 | 1250000.75",
                "id | 1250,50 | 1250.50",
                "id | 1,125 | 1.1250",
                "id | 1250.50 | 1250.50",
                "id | 10000.000 | 10000.000",
                "id | 1,250.50 | 1,250.50",
                "id | 1.00.000 | 1.00.000"
            })
    void an_amount_is_read_as_it_is_shown_in_a_language_and_once(String language, String typed, String plain) {
        for (var next : new String[] {"en", "id"}) {
            var read = Amounts.plain(typed, Locale.of(language));
            assertThat(read).isEqualTo(plain);
            if (!read.equals(typed)) {
                assertThat(new BigDecimal(Amounts.plain(read, Locale.of(next)))).isEqualByComparingTo(read);
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "en | 150.000 | 150.000",
                "en | 1250.50 | 1250.50",
                "en | 1,250.50 | 1250.50",
                "en | ten | ten",
                "id | 150,000 | 150,000",
                "id | 0,125 | 0,125",
                "id | 1.000 | 1000"
            })
    void an_amount_stands_in_its_form_again_as_it_was_typed(String language, String typed, String stands) {
        var read = Amounts.plain(typed, Locale.of(language));
        assertThat(Amounts.typed(read, language)).isEqualTo(stands);
        assertThat(Amounts.plain(stands, Locale.of(language))).isEqualTo(read);
    }

    /// Checks every number field of every form. Other fields with digits contain codes, and codes have no
    /// thousands separators.
    @Test
    void every_number_that_somebody_types_is_read_as_their_language_writes_it() throws IOException {
        var unread = new TreeSet<String>();
        var silent = new TreeSet<String>();
        var altered = new TreeSet<String>();
        int found = 0;
        for (var template : templates()) {
            var text = Files.readString(template);
            var fields = FIELD.matcher(text);
            while (fields.find()) {
                found++;
                var tag = fields.group();
                var name = NAME.matcher(tag);
                assertThat(name.find()).as("%s: %s", template, tag).isTrue();
                var field = name.group(1) == null ? EXAMPLES.get(name.group(2)) : name.group(1);
                if (!CODES.contains(field) && !Amounts.isAmount(field) && !Amounts.isShare(field)) {
                    unread.add(template.getFileName() + ": " + field);
                }
                if (Amounts.isAmount(field) && !tag.contains("language")) {
                    altered.add(template.getFileName() + ": " + field);
                }
                if (!CODES.contains(field) && !text.contains("kit.token(") && !text.contains("kit.language(")) {
                    silent.add(template.getFileName() + ": " + field);
                }
            }
        }
        assertThat(found).isGreaterThan(20);
        assertThat(unread).as("fields that Amounts does not know").isEmpty();
        assertThat(altered).as("fields in which does not stand what was typed").isEmpty();
        assertThat(silent)
                .as("forms that do not say in which language they were made")
                .isEmpty();
    }

    private static List<Path> templates() throws IOException {
        try (var all = Files.walk(Path.of("src/main/jte"))) {
            return all.filter(each -> each.toString().endsWith(".jte"))
                    .filter(each ->
                            each.startsWith("src/main/jte/dashboard") || each.startsWith("src/main/jte/operator"))
                    .filter(each -> !each.endsWith("kit/field.jte"))
                    .toList();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "en | 0.125 | 0.125",
                "en | 1,5 | 1,5",
                "id | 0,125 | 0.125",
                "id | 0.125 | 0.125",
                "id | 1.125 | 1.125",
                "id | 1,5 | 1.5",
                "id | half | half"
            })
    void a_share_has_no_thousands(String language, String typed, String plain) {
        assertThat(Amounts.share(typed, Locale.of(language))).isEqualTo(plain);
    }
}
