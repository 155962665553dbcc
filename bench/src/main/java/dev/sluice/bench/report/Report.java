package dev.sluice.bench.report;

import java.time.Instant;
import java.util.List;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// Result of a run.
///
/// @param commit commit of the sources, with a plus sign if they were modified
/// @param quick true for a quick run, which is only a rough answer
/// @param tookSeconds duration of the run
public record Report(
        Machine machine,
        Instant at,
        String commit,
        boolean quick,
        int rounds,
        long tookSeconds,
        List<Finding> findings) {
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    public Report {
        findings = List.copyOf(findings);
    }

    public String json() {
        return JSON.writeValueAsString(this) + "\n";
    }

    /// Returns true if all figures were measured and all books were correct.
    public boolean isValid() {
        return findings.stream().noneMatch(finding -> finding.result().isBad());
    }

    /// Explanations of the figures, one line each.
    static final List<String> READING = List.of(
            "Each round measures one thing and then the other, A-B-A-B. A ratio is the median of the rounds' ratios"
                    + " A/B.",
            "Per CPU: the same ratio by CPU time of the service and PostgreSQL, without the generators.",
            "The service runs as the launcher runs it, with SLUICE_RATE_LIMIT=off and, where nothing else is said,"
                    + " SLUICE_WORKERS=off. The server's log was made before, as that of one that has run for a while.",
            "After each round the books were proved, those of the large database after the last one; a round that"
                    + " leaves them wrong makes its figure void.");
}
