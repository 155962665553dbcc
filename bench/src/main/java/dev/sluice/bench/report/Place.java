package dev.sluice.bench.report;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.stream.Collectors;

/// Machine and time of a report, as text.
final class Place {
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final int SECONDS_PER_MINUTE = 60;

    private Place() {}

    static String machine(Report report) {
        var machine = report.machine();
        return "%s, %d cores, %.0f GB, %s, %s, %s"
                .formatted(
                        machine.cpu(),
                        machine.cores(),
                        machine.memoryGigabytes(),
                        machine.kernel(),
                        machine.disk(),
                        machine.jdk());
    }

    static String database(Report report) {
        var machine = report.machine();
        return "PostgreSQL %s (%s); %s"
                .formatted(
                        machine.database(),
                        machine.databaseSettings().entrySet().stream()
                                .map(each -> each.getKey() + "=" + each.getValue())
                                .collect(Collectors.joining(", ")),
                        machine.baseline());
    }

    static String run(Report report) {
        return "%s, commit %s, %d rounds, %d:%02d minutes"
                .formatted(
                        DATE.format(report.at()),
                        report.commit(),
                        report.rounds(),
                        report.tookSeconds() / SECONDS_PER_MINUTE,
                        report.tookSeconds() % SECONDS_PER_MINUTE);
    }
}
