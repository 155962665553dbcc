package dev.sluice.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import dev.sluice.app.TestService;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The shipped alert rules and the shipped dashboard: valid according to Prometheus's own program, documented, and
/// based on metrics that a service with rails exposes.
class AlertRulesTest {
    private static final Path DEPLOY = Path.of("..", "deploy");
    private static final Path RULES = DEPLOY.resolve(Path.of("prometheus", "sluice-alerts.yml"));
    private static final Path TESTS = DEPLOY.resolve(Path.of("prometheus", "sluice-alerts-test.yml"));
    private static final Path DASHBOARD = DEPLOY.resolve(Path.of("grafana", "sluice-dashboard.json"));
    private static final Path DOCS = Path.of("..", "docs", "alerts.md");

    private static final Pattern NOT_NAMES = Pattern.compile("\\{[^}]*}|\\b(by|without)\\s*\\([^)]*\\)|\\[[^]]*]");
    private static final Pattern NAME = Pattern.compile("\\b[a-z][a-z0-9_]*\\b(?!\\s*\\()");
    private static final Set<String> WORDS = Set.of("and", "or", "unless");
    /// Metrics that Prometheus adds itself.
    private static final Set<String> OF_PROMETHEUS = Set.of("up");

    private static final Pattern ALERT = Pattern.compile("- alert: (\\w+)");

    private static final String XPUB = "xpub68Gmy5EdvgibQVfPdqkBBCHxA5htiqg55crXYuXoQRKfDBFA1WEjWgP6LHhwBZeNK1VTsfTFUH"
            + "Cdrfp1bgwQ9xv5ski8PX9rL2dZXvgGDnw";
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @TempDir
    static Path folder;

    private static TestService service;

    @BeforeAll
    static void start() throws IOException {
        var list = folder.resolve("targets.simple.csv");
        Files.writeString(
                list,
                "id,schema,name,aliases,birth_date,countries,dataset\n"
                        + "Q1,Person,Viktor Morozhenko,,1961,ru,Test list\n");
        service = TestService.start(Map.of(
                "SLUICE_EVM_POLYGON_RPC", "http://127.0.0.1:9",
                "SLUICE_EVM_PRIVATE_KEY", "4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318",
                "SLUICE_EVM_DEPOSIT_XPUB", XPUB,
                "SLUICE_STELLAR_HORIZON", "http://127.0.0.1:9",
                "SLUICE_STELLAR_SECRET_SEED", "SBGWSG6BTNCKCOB3DIFBGCVMUPQFYPA2G4O34RMTB343OYPXU5DJDVMN",
                "SLUICE_STELLAR_DEPOSIT_ACCOUNT", "GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN",
                "SLUICE_RATE_SOURCES", "table,coinbase",
                "SLUICE_RATE_COINBASE_URL", "http://127.0.0.1:9",
                "SLUICE_SCREENING", "list",
                "SLUICE_SCREENING_LIST", list.toString()));
        service.bearing().get("/v1/balance").expect(200);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void the_rules_are_right_and_do_what_their_tests_say() throws IOException {
        promtool("check", "rules", String.valueOf(RULES.getFileName()));
        promtool("test", "rules", String.valueOf(TESTS.getFileName()));
    }

    @Test
    void each_alert_is_tried_by_a_test_in_which_it_fires() throws IOException {
        var fires = Pattern.compile("alertname: (\\w+)\\n\\s+exp_alerts:\\n")
                .matcher(Files.readString(TESTS))
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toSet());
        assertThat(fires).isEqualTo(alerts());
    }

    @Test
    void each_alert_says_what_it_means_and_its_runbook_has_a_section() throws IOException {
        var rules = Files.readString(RULES);
        assertThat(alerts()).isNotEmpty();
        var sections = Pattern.compile("(?m)^## (\\w+)\\n\\n\\S.*")
                .matcher(Files.readString(DOCS))
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(sections).isEqualTo(new TreeSet<>(alerts()));
        for (var alert : alerts()) {
            var rule = rules.substring(rules.indexOf("- alert: " + alert + "\n") + 1)
                    .split("- alert: ", 2)[0];
            assertThat(rule)
                    .contains("summary: ", "description: ", "severity: ")
                    .contains("runbook_url: docs/alerts.md#" + alert.toLowerCase(Locale.ROOT) + "\n");
        }
    }

    @Test
    void each_metric_of_the_rules_and_the_dashboard_is_exposed_by_a_service_with_rails() throws Exception {
        var exposed = exposed();
        var named = new TreeSet<String>();
        ruleExpressions().forEach(expression -> named.addAll(names(expression)));
        panels().forEach(panel -> panel.path("targets")
                .forEach(target -> named.addAll(names(target.path("expr").stringValue()))));
        named.removeAll(OF_PROMETHEUS);
        assertThat(named).hasSizeGreaterThan(25);
        assertThat(exposed).containsAll(named);
    }

    /// Labels in the rules' selectors, on the metrics that have them.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "sluice_signin_attempts_total{outcome=\"wrong\",step=\"password\"}",
                "sluice_payouts_stuck{trouble=\"unknown\"}",
                "sluice_payouts_stuck{trouble=\"lost\"}",
                "sluice_payouts_stuck{trouble=\"slow\"}",
                "sluice_payouts_tampered_total{rail=\"evm\",reason=\"changed\"}",
                "sluice_rail_calls_total{outcome=\"failed\",rail=\"evm\"}",
                "sluice_rail_calls_total{outcome=\"answered\",rail=\"stellar\"}",
                "sluice_rail_stopped{rail=\"sandbox\"}",
                "sluice_evm_payouts_waiting{network=\"polygon\",reason=\"funds\"}",
                "sluice_hot_wallet_balance{network=\"polygon\",token=\"usdc-polygon\"}",
                "sluice_hot_wallet_balance{network=\"stellar\",token=\"usdc-stellar\"}",
                "sluice_webhook_attempts_total{outcome=\"failed\"}"
            })
    void what_rules_choose_by_is_there_from_the_start(String series) throws Exception {
        assertThat(metrics().lines()).anyMatch(line -> line.startsWith(series + " "));
    }

    @Test
    void failed_sign_ins_and_the_state_of_the_database_are_told() throws Exception {
        var before = value("sluice_signin_attempts_total{outcome=\"wrong\",step=\"password\"}");
        post("/dashboard/sign-in", "email=nobody%40example.com&password=not-the-password");
        assertThat(value("sluice_signin_attempts_total{outcome=\"wrong\",step=\"password\"}"))
                .isEqualTo(before + 1);
        Eventually.within(
                PATIENCE,
                "figures of a service that was just started",
                () -> value("sluice_database_archiving") == 0
                        && value("sluice_payouts_stuck{trouble=\"unknown\"}") == 0);
        assertThat(value("sluice_state_age_seconds")).isBetween(0.0, 120.0);
        assertThat(value("sluice_ledger_proof_age_seconds")).isGreaterThan(1e9);
    }

    @Test
    void the_dashboard_is_well_formed() throws IOException {
        var dashboard = dashboard();
        var variables = new ArrayList<String>();
        dashboard
                .at("/templating/list")
                .forEach(each -> variables.add(each.path("name").stringValue() + " "
                        + each.path("type").stringValue()));
        assertThat(variables).contains("datasource datasource");
        var panels = panels();
        assertThat(panels).isNotEmpty();
        var ids = new HashSet<Integer>();
        for (var panel : panels) {
            assertThat(ids.add(panel.path("id").intValue()))
                    .as(panel.path("title").stringValue())
                    .isTrue();
            assertThat(panel.path("title").stringValue()).isNotBlank();
            assertThat(panel.path("gridPos").path("w").intValue()).isBetween(1, 24);
            if (!panel.path("type").stringValue().equals("row")) {
                assertThat(panel.at("/datasource/uid").stringValue()).isEqualTo("${datasource}");
                assertThat(panel.path("targets")).isNotEmpty();
                panel.path("targets")
                        .forEach(target ->
                                assertThat(target.path("expr").stringValue()).contains("job=\"$job\""));
            }
        }
    }

    private static Set<String> alerts() throws IOException {
        return ALERT.matcher(Files.readString(RULES))
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toSet());
    }

    /// Returns the expressions of the rules, each in one line.
    private static List<String> ruleExpressions() throws IOException {
        return Pattern.compile("expr: >-\\n((?:          \\S.*\\n)+)")
                .matcher(Files.readString(RULES))
                .results()
                .map(match -> match.group(1).replace("\n", " "))
                .toList();
    }

    private static Set<String> names(String expression) {
        var bare = NOT_NAMES.matcher(expression).replaceAll(" ");
        return NAME.matcher(bare)
                .results()
                .map(match -> match.group())
                .filter(name -> !WORDS.contains(name))
                .collect(Collectors.toSet());
    }

    private static JsonNode dashboard() throws IOException {
        return JsonMapper.shared().readTree(Files.readString(DASHBOARD));
    }

    private static List<JsonNode> panels() throws IOException {
        return dashboard().path("panels").valueStream().toList();
    }

    private static Set<String> exposed() throws Exception {
        return metrics()
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split("[{ ]", 2)[0])
                .collect(Collectors.toSet());
    }

    private static double value(String series) {
        return metrics()
                .lines()
                .filter(line -> line.startsWith(series + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(series.length() + 1)))
                .findFirst()
                .orElseThrow();
    }

    private static String metrics() {
        return send(
                HttpRequest.newBuilder(service.baseUrl().resolve("/metrics")).build());
    }

    private static String post(String path, String form) {
        return send(HttpRequest.newBuilder(service.baseUrl().resolve(path))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Origin", service.baseUrl().toString())
                .POST(HttpRequest.BodyPublishers.ofString(form))
                .build());
    }

    private static String send(HttpRequest request) {
        try {
            return HTTP.send(request, BodyHandlers.ofString()).body();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    private static void promtool(String... words) throws IOException {
        var line = new ArrayList<>(List.of("promtool"));
        line.addAll(List.of(words));
        var told =
                Command.run(RULES.toAbsolutePath().getParent(), Map.of(), line).expect(true);
        assertThat(told.out() + told.err()).contains("SUCCESS").doesNotContain("FAILED");
    }
}
