package dev.sluice.operator.bank;

import dev.sluice.rail.iso20022.inbound.StatementPage;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.rail.iso20022.profile.BankProfile.Promises.Deadline;
import dev.sluice.rail.iso20022.profile.BusinessDays;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.TemporalAdjusters;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Calendar of an account's statements in the last weeks.
public record StatementCalendar(List<List<Day>> weeks) {
    private static final int WEEKS = 8;
    private static final int DAYS = 7;

    public StatementCalendar {
        weeks = weeks.stream().map(List::copyOf).toList();
    }

    /// Statement of a day.
    public enum State {
        /// A statement closes the day.
        STATEMENT("✓", "green"),
        /// A statement closes the day, but does not begin where the one before ends.
        GAP("!", "orange"),
        /// Its time has passed without a statement.
        MISSING("✗", "red"),
        /// Its time has not come.
        NOT_DUE("…", "azure"),
        /// A weekend or a holiday.
        CLOSED("–", "secondary"),
        /// Before the first statement.
        BEFORE("·", "secondary");

        private final String sign;
        private final String tone;

        State(String sign, String tone) {
            this.sign = sign;
            this.tone = tone;
        }

        public String sign() {
            return sign;
        }

        public String tone() {
            return tone;
        }
    }

    /// @param file file of the statement; null without one
    public record Day(LocalDate date, State state, @Nullable UUID file) {}

    /// @param pages pages of the account's statements
    /// @param gaps ids of the pages that do not begin where the page before ends
    static StatementCalendar of(BankProfile profile, List<StatementPage> pages, Set<UUID> gaps, Instant now) {
        var closing = pages.stream()
                .filter(page -> !page.continues())
                .collect(Collectors.toMap(StatementPage::day, page -> page, (_, last) -> last));
        var broken = pages.stream()
                .filter(page -> gaps.contains(page.id()))
                .map(StatementPage::day)
                .collect(Collectors.toSet());
        var first = closing.keySet().stream().min(LocalDate::compareTo).orElse(LocalDate.MAX);
        var days = BusinessDays.of(profile.windows());
        var today = days.day(now);
        var begin =
                today.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY)).minusWeeks(WEEKS - 1L);
        var states = new States(days, profile.promises().statementBy(), closing, broken, first, now);
        return new StatementCalendar(IntStream.range(0, WEEKS)
                .mapToObj(week -> IntStream.range(0, DAYS)
                        .mapToObj(day -> states.day(begin.plusWeeks(week).plusDays(day)))
                        .toList())
                .toList());
    }

    private record States(
            BusinessDays days,
            Deadline statementBy,
            Map<LocalDate, StatementPage> closing,
            Set<LocalDate> broken,
            LocalDate first,
            Instant now) {
        Day day(LocalDate date) {
            var page = closing.get(date);
            if (page != null) {
                return new Day(date, broken.contains(date) ? State.GAP : State.STATEMENT, page.file());
            }
            if (!days.calendar().isBusinessDay(date)) {
                return new Day(date, State.CLOSED, null);
            }
            if (!isDue(date)) {
                return new Day(date, State.NOT_DUE, null);
            }
            return new Day(date, date.isBefore(first) ? State.BEFORE : State.MISSING, null);
        }

        private boolean isDue(LocalDate date) {
            return now.isAfter(days.due(date, statementBy));
        }
    }
}
