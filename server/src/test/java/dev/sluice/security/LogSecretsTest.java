package dev.sluice.security;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import dev.sluice.app.Eventually;
import dev.sluice.app.Leaks;
import dev.sluice.app.Merchant;
import dev.sluice.app.TestClient;
import dev.sluice.auth.Allowlist;
import dev.sluice.auth.Scope;
import dev.sluice.dashboard.Browsing;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.dashboard.account.Phone;
import dev.sluice.mail.StoredMail;
import dev.sluice.merchant.Role;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.slf4j.event.KeyValuePair;

/// Log output while secrets pass through the service: it contains none of them, neither at the level of a deployment
/// nor at the most detailed level. The launcher searches the output of the whole suite for secrets that have a
/// recognizable shape (`./sluice test`). The logs of processes that tests start are searched as well ([Leaks]).
class LogSecretsTest extends DashboardTest {
    /// Secrets that are recognizable by their shape alone, in any place.
    private static final Set<String> SHAPED = Set.of("client secret", "API key", "webhook secret", "master key");
    private static final String FACTOR = "/dashboard/account/second-factor";
    private static final Pattern SECRET = Pattern.compile("id=\"secret\">([A-Z2-7 ]+)<");
    private static final Pattern RECOVERY = Pattern.compile("<li>([A-Z2-7-]{39})</li>");
    private static final Pattern LINK = Pattern.compile("http\\S+/dashboard/password/new#token=(\\S+)");
    private static final String ACCOUNT = "1234567890";
    private static final String PAYEE = "payee-of-the-log-test@example.com";

    @Test
    void nothing_secret_is_logged_at_the_level_of_a_deployment() {
        assertNothingLogged(Level.INFO);
    }

    @Test
    void nothing_secret_is_logged_at_the_most_talkative_level_of_our_own() {
        assertNothingLogged(Level.TRACE);
    }

    private void assertNothingLogged(Level level) {
        // Tests have a log level of their own and log to nowhere. Here, the service's own packages log at
        // `level`, and libraries as deployed.
        var root = (Logger) LoggerFactory.getLogger("dev.sluice");
        var former = root.getLevel();
        var listener = new Listener();
        listener.start();
        root.setLevel(level);
        ((Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)).addAppender(listener);
        try {
            var secrets = secretsThatPassThrough();
            LoggerFactory.getLogger("dev.sluice.security").info("the log is heard");
            assertThat(listener.lines).anyMatch(line -> line.contains("the log is heard"));
            secrets.forEach((what, secret) -> {
                assertThat(secret).as(what).hasSizeGreaterThan(7);
                if (SHAPED.contains(what)) {
                    assertThat(Leaks.isIn("{\"level\":\"INFO\",\"formattedMessage\":\"" + secret + "\"}"))
                            .as("the launcher knows " + what)
                            .isTrue();
                }
                assertThat(listener.lines).as(what).noneMatch(line -> line.contains(secret));
            });
        } finally {
            ((Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)).detachAppender(listener);
            root.setLevel(former);
        }
    }

    /// Uses each secret of a merchant and its users, correctly and incorrectly, and returns them.
    private Map<String, String> secretsThatPassThrough() {
        var secrets = new LinkedHashMap<String, String>();
        var created = service.apiClients().create(merchant.organizationId(), "log", Scope.ALL, Allowlist.ANY);
        secrets.put("client secret", created.secret());
        try (var client = TestClient.signing(service.baseUrl(), created.client().clientId(), created.secret());
                var wrong =
                        TestClient.signing(service.baseUrl(), created.client().clientId(), created.secret() + "x")) {
            client.get("/v1/balance").expect(200);
            wrong.post("/v1/recipient", "{\"accountNumber\":\"" + ACCOUNT + "\"}")
                    .expect(401);
        }
        var key = service.apiKeys().create(merchant.organizationId(), "log", EnumSet.allOf(Scope.class), Allowlist.ANY);
        secrets.put("API key", key.token());
        try (var bearing = TestClient.bearing(service.baseUrl(), key.token());
                var unknown = TestClient.bearing(service.baseUrl(), key.token() + "x")) {
            bearing.get("/v1/balance?key=" + key.token()).expect(200);
            unknown.get("/v1/balance").expect(401);
        }
        secrets.put("account number", ACCOUNT);
        secrets.put("e-mail address of a payee", PAYEE);
        var item = Merchant.item(ACCOUNT, "10000").replace("siti@example.com", PAYEE);
        merchant.await(merchant.paidItem(item), "completed");
        merchant.pay(Merchant.idr(item.replace("\"014\"", "\"none\""))).expect(400);
        var hook = merchant.client()
                .post("/v1/webhook/endpoint", "{\"url\":\"http://127.0.0.1:1/hook-of-the-log-test\"}")
                .expect(201)
                .data();
        secrets.put("webhook secret", text(hook, "secret"));
        merchant.client()
                .post("/v1/webhook/endpoint/" + text(hook, "id") + "/test", null)
                .expect(200);
        secrets.putAll(secretsOfPeople());
        return secrets;
    }

    private Map<String, String> secretsOfPeople() {
        var somebody = somebody(Role.OWNER);
        var email = somebody.user().email();
        var browsing = new Browsing(service.baseUrl());
        browsing.post("/dashboard/sign-in", Map.of("email", email, "password", somebody.password()));
        browsing.get("/dashboard");
        var wrong = "wrong-" + somebody.password();
        new Browsing(service.baseUrl()).post("/dashboard/sign-in", Map.of("email", email, "password", wrong));
        new Browsing(service.baseUrl()).post("/dashboard/password", Map.of("email", email));
        var person = new Person(service.baseUrl(), somebody.user(), browsing.session());
        person.post("/dashboard/account/second-factor", Map.of("password", somebody.password(), "code", "123456"));
        var secrets = new LinkedHashMap<>(Map.of(
                "password", somebody.password(),
                "session", browsing.session(),
                "form token", person.formToken(),
                "master key", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"));
        secrets.putAll(secretsOfSecondFactors());
        secrets.put("link of a password", linkTo(email));
        new Browsing(service.baseUrl())
                .post("/dashboard/password/link", Map.of("token", secrets.get("link of a password")));
        return secrets;
    }

    /// Returns the secret of an authenticator app and a recovery code, each used correctly and incorrectly.
    private Map<String, String> secretsOfSecondFactors() {
        var somebody = somebody(Role.MAKER);
        var browsing = new Browsing(service.baseUrl());
        browsing.post("/dashboard/sign-in", Map.of("email", somebody.user().email(), "password", somebody.password()));
        var person = new Person(service.baseUrl(), somebody.user(), browsing.session());
        person.post(FACTOR, Map.of("password", somebody.password()));
        var secret = found(SECRET, person.get(FACTOR).body());
        person.post(FACTOR + "/confirm", Map.of("code", "000000"));
        var recovery = found(
                RECOVERY,
                person.post(FACTOR + "/confirm", Map.of("code", Phone.code(secret, Instant.now())))
                        .body());
        for (var code : List.of(recovery, recovery, recovery.replace('A', 'B'))) {
            var half = new Browsing(service.baseUrl());
            half.post("/dashboard/sign-in", Map.of("email", somebody.user().email(), "password", somebody.password()));
            half.post("/dashboard/sign-in/code", Map.of("code", code));
        }
        return Map.of("secret of one-time codes", secret.replace(" ", ""), "recovery code", recovery);
    }

    private static String found(Pattern pattern, String text) {
        var matcher = pattern.matcher(text);
        assertThat(matcher.find()).as(text).isTrue();
        return matcher.group(1);
    }

    private static String linkTo(String email) {
        var links = Eventually.await(
                Duration.ofMinutes(2),
                "a link is mailed to " + email,
                () -> mails().latest(200).stream()
                        .map(StoredMail::mail)
                        .filter(mail -> mail.to().equals(email))
                        .flatMap(mail -> LINK.matcher(mail.text()).results().limit(1))
                        .toList(),
                matches -> !matches.isEmpty());
        return links.getFirst().group(1);
    }

    /// Records all log output in its written form.
    private static final class Listener extends AppenderBase<ILoggingEvent> {
        private final Queue<String> lines = new ConcurrentLinkedQueue<>();

        @Override
        protected void append(ILoggingEvent event) {
            var line = new StringBuilder(event.getLoggerName() + " " + event.getFormattedMessage());
            event.getMDCPropertyMap().forEach((name, value) -> line.append(' ').append(value));
            if (event.getKeyValuePairs() != null) {
                for (KeyValuePair pair : event.getKeyValuePairs()) {
                    line.append(' ').append(pair.value);
                }
            }
            if (event.getThrowableProxy() != null) {
                line.append(ThrowableProxyUtil.asString(event.getThrowableProxy()));
            }
            lines.add(line.toString());
        }
    }
}
