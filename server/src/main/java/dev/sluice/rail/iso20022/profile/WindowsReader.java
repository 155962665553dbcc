package dev.sluice.rail.iso20022.profile;

import dev.sluice.rail.iso20022.profile.BankProfile.Calendar;
import dev.sluice.rail.iso20022.profile.BankProfile.Windows;
import dev.sluice.rail.iso20022.profile.BankProfile.Windows.Window;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;

/// Reads `windows`: the times at which files are sealed, sent and fetched.
final class WindowsReader {
    private static final Grammar<Calendar> CALENDAR = Grammar.choice(List.of(Calendar.values()), each -> switch (each) {
        case TARGET, SIX -> each.name();
        case INDONESIA, WEEKDAYS, NONE -> Grammars.word(each);
    });
    private static final Grammar<Duration> EVERY =
            Grammars.duration(Duration.ofSeconds(1), Duration.ofHours(24), "PT10M");
    private static final Window ALWAYS = new Window(LocalTime.MIN, LocalTime.MAX);
    private static final String HOLIDAYS = "holidays";

    private WindowsReader() {}

    static Windows read(Section windows) {
        var read = new Windows(
                windows.required("zone", ZoneOffset.UTC, Grammars.ZONE),
                windows.required("calendar", Calendar.NONE, CALENDAR),
                windows.list("open", List.of(ALWAYS), Grammars.WINDOW),
                windows.value("every", Duration.ofMinutes(10), EVERY),
                windows.set(HOLIDAYS, Set.of(), Grammars.DATE));
        if (windows.isFree("open")) {
            windows.check(!read.open().isEmpty(), "open", "must have at least one time, such as [\"07:00-15:30\"]");
            windows.check(isAscending(read.open()), "open", "must be in ascending order, without overlaps");
        }
        if (windows.isFree("calendar")) {
            if (read.calendar() == Calendar.INDONESIA && !windows.has(HOLIDAYS)) {
                windows.missing(HOLIDAYS, "calendar indonesia needs the dates that the government decreed");
            }
            windows.check(
                    read.calendar() != Calendar.NONE || !windows.has(HOLIDAYS),
                    HOLIDAYS,
                    "has no effect with calendar none");
        }
        return read;
    }

    private static boolean isAscending(List<Window> open) {
        for (int i = 1; i < open.size(); i++) {
            if (open.get(i).from().isBefore(open.get(i - 1).until())) {
                return false;
            }
        }
        return true;
    }
}
