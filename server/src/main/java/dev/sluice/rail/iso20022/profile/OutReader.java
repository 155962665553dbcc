package dev.sluice.rail.iso20022.profile;

import dev.sluice.iso20022.write.TransferRules;
import dev.sluice.iso20022.write.TransferRules.AddressForm;
import dev.sluice.iso20022.write.TransferRules.Charset;
import dev.sluice.iso20022.write.TransferRules.Transliteration;
import dev.sluice.rail.iso20022.profile.BankProfile.Limits;
import dev.sluice.rail.iso20022.profile.BankProfile.Scheme;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads `out`: the rules of outgoing files and their limits.
final class OutReader {
    /// Word for an element that is left out.
    static final String NONE = "none";

    private static final Grammar<String> MESSAGE =
            words(List.of("pain.001.001.03", "pain.001.001.09", "pain.001.001.11"));
    private static final Grammar<Charset> CHARSET =
            Grammar.choice(List.of(Charset.values()), each -> each == Charset.UNICODE ? "utf-8" : Grammars.word(each));
    private static final Grammar<Transliteration> TRANSLITERATE = Grammars.words(Transliteration.values());
    private static final Grammar<AddressForm> ADDRESS = Grammars.words(AddressForm.values());
    private static final Grammar<String> CHARGE_BEARER = words(List.of("SLEV", "SHAR", "DEBT", "CRED", NONE));
    private static final Grammar<String> SERVICE_LEVEL = Grammars.pattern(
            "must be a code of 1 to 4 capitals and digits, such as SEPA, or none",
            Pattern.compile("[A-Z0-9]{1,4}|none"));
    private static final Grammar<String> LOCAL_INSTRUMENT = Grammars.pattern(
            "must be a code of 1 to 35 capitals and digits, such as INST, or none",
            Pattern.compile("[A-Z0-9]{1,35}|none"));
    private static final Grammar<String> BATCH = words(List.of("single", "lump", NONE));
    private static final Grammar<Boolean> YES_NO = Grammar.choice(List.of(true, false), String::valueOf);

    private static final int TEXT_MAX = 140;
    private static final int NAMES = 70;
    private static final int PER_FILE = 1000;
    private static final int PER_FILE_MAX = 100_000;

    private OutReader() {}

    static TransferRules rules(Section out, Scheme scheme) {
        boolean wholeUnits = SchemeDefaults.isIndonesian(scheme);
        return new TransferRules(
                out.value("message", "pain.001.001.09", MESSAGE),
                out.value("charset", SchemeDefaults.charset(scheme), CHARSET),
                out.value("transliterate", Transliteration.PLAIN, TRANSLITERATE),
                out.value("address", SchemeDefaults.address(scheme), ADDRESS),
                out.value("names", NAMES, Grammars.number(1, TEXT_MAX)),
                out.value("remittance", TEXT_MAX, Grammars.number(0, TEXT_MAX)),
                code(out.value("charge-bearer", SchemeDefaults.chargeBearer(scheme), CHARGE_BEARER)),
                code(out.value("service-level", SchemeDefaults.serviceLevel(scheme), SERVICE_LEVEL)),
                code(out.value("local-instrument", SchemeDefaults.localInstrument(scheme), LOCAL_INSTRUMENT)),
                batchBooking(out.value("batch", NONE, BATCH)),
                out.value("whole-units", wholeUnits, YES_NO));
    }

    static Limits limits(Section out, String currency) {
        var amount = Grammars.amount(currency, false);
        var limits = new Limits(
                out.value("max-per-file", PER_FILE, Grammars.number(1, PER_FILE_MAX)),
                out.optional("max-sum-per-file", amount).orElse(null),
                out.optional("max-sum-per-day", amount).orElse(null),
                out.value("min-per-file", 1, Grammars.number(1, PER_FILE_MAX)));
        out.check(limits.minPerFile() <= limits.perFile(), "min-per-file", "must be at most max-per-file");
        if (limits.sumPerFile() != null && limits.sumPerDay() != null) {
            out.check(
                    limits.sumPerFile().compareTo(limits.sumPerDay()) <= 0,
                    "max-sum-per-file",
                    "must be at most max-sum-per-day");
        }
        return limits;
    }

    private static @Nullable String code(String word) {
        return NONE.equals(word) ? null : word;
    }

    private static @Nullable Boolean batchBooking(String word) {
        return switch (word) {
            case "single" -> false;
            case "lump" -> true;
            default -> null;
        };
    }

    private static Grammar<String> words(List<String> words) {
        return Grammar.choice(words, Function.identity());
    }
}
