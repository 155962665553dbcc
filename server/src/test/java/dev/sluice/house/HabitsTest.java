package dev.sluice.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Banned calls, except in a few permitted places: time, ids and randomness are injected, waits need a reason, and
/// only the command line prints.
class HabitsTest {
    /// The composition root. It creates the clock and the source of randomness that it injects.

    private static final List<Ban> BANS = List.of(
            new Ban("java\\.lang\\.System\\.(out|err)", "is for the command line; log instead", "cli.*", "Main"),
            new Ban(".*\\.printStackTrace", "log the failure instead"),
            new Ban("java\\.lang\\.System\\.exit", "only the program's beginning ends it", "Main"),
            new Ban(
                    "java\\.lang\\.Thread\\.sleep",
                    "wait for what you wait for",
                    "cli.BankFetch",
                    "cli.Feed",
                    "db.Database",
                    "db.embedded.PostgresCluster",
                    "app.Workers",
                    "client.SluiceClient"),
            new Ban(
                    "java\\.time\\.\\w+\\.now|java\\.time\\.Clock\\.system\\w*|java\\.time\\.InstantSource\\.system"
                            + "|java\\.lang\\.System\\.currentTimeMillis",
                    "time comes from dev.sluice.clock, or is injected",
                    "app.*",
                    "client.SluiceClient",
                    "client.Webhooks"),
            new Ban("java\\.util\\.(Date|GregorianCalendar)\\.<init>", "use java.time", "pdf.PdfDocument"),
            new Ban(
                    "java\\.util\\.UUID\\.randomUUID",
                    "ids come from dev.sluice.clock",
                    "dashboard.PageContext",
                    "http.server.RequestIds",
                    "client.SluiceClient"),
            new Ban("java\\.util\\.Random\\.<init>|java\\.lang\\.Math\\.random", "randomness is injected"),
            new Ban(
                    "java\\.util\\.concurrent\\.ThreadLocalRandom\\.current",
                    "only for jitter",
                    "db.Database",
                    "client.SluiceClient"),
            new Ban(
                    "java\\.security\\.SecureRandom\\.(<init>|getInstance\\w*)",
                    "randomness is injected",
                    "app.*",
                    "db.embedded.PostgresCluster",
                    "rail.iso20022.transport.DerivedRandom"),
            new Ban("java\\.lang\\.Thread\\.(stop|suspend)|java\\.lang\\.Object\\.finalize", "never"),
            new Ban("java\\.math\\.BigDecimal\\.(doubleValue|floatValue)", "money is exact"),
            new Ban(
                    "java\\.lang\\.ProcessBuilder\\.<init>|java\\.lang\\.Runtime\\.exec",
                    "no text of a caller may reach a command of the system",
                    "db.embedded.Command",
                    "cli.Launched",
                    "cli.Test"),
            new Ban(
                    "java\\.io\\.ObjectInputStream\\.<init>|java\\.beans\\.XMLDecoder\\.<init>|javax\\.naming\\..*"
                            + "|javax\\.script\\..*",
                    "what comes from outside names no class, and is no program"),
            new Ban(
                    "sun\\.misc\\.Unsafe\\..*|java\\.lang\\.foreign\\..*"
                            + "|java\\.lang\\.(System|Runtime)\\.load(Library)?",
                    "memory is Java's"),
            new Ban(
                    "javax\\.net\\.ssl\\.(SSLContext\\.init|SSLParameters\\.set.*|\\w*Connection\\.set\\w*Verifier"
                            + "|\\w*TrustManager\\..*)",
                    "who is spoken to by TLS, and how, is the JDK's to check"),
            new Ban(
                    "java\\.net\\.http\\.HttpClient\\$Redirect\\.(ALWAYS|NORMAL)",
                    "who is asked does not say who else is asked"),
            new Ban("gg\\.jte\\.TemplateEngine\\.create", "templates are compiled with the program"));

    /// Classes that may convert a text to a decimal: those that limit its length first, and those that read the
    /// service's own data.
    private static final List<String> READERS = List.of(
            "http.Decimals",
            "iso20022.Amount",
            "rate.Price",
            "sheet.Export",
            "sheet.SpreadsheetCell",
            "policy.RuleDocument",
            "deposit.Payment",
            "notification.Subject",
            "notification.NotificationTexts",
            "notification.EventScanner");

    private static final Pattern BAD_NAME =
            Pattern.compile(".*(Manager|Helper|Util|Utils|Impl|Common|Misc|Stuff)|Abstract.*");

    private static final JavaClasses PROGRAM = Modules.program();

    @Test
    void banned_calls_are_made_only_where_they_belong() {
        assertThat(PROGRAM.stream()
                        .flatMap(each -> each.getAccessesFromSelf().stream())
                        .flatMap(access -> BANS.stream()
                                .filter(ban -> ban.isBrokenBy(access))
                                .map(ban -> access.getDescription() + ": " + ban.reason())))
                .isEmpty();
    }

    /// `1e999999999` is a short text; its plain notation exhausts the memory of a node and ends it.
    @Test
    void decimals_are_read_with_a_bound() {
        var ban = new Ban(
                Pattern.compile("java\\.math\\.BigDecimal\\.<init>\\((java\\.lang\\.String|char\\[\\]).*"),
                "a text is read by dev.sluice.http.Decimals",
                READERS);
        assertThat(PROGRAM.stream()
                        .flatMap(each -> each.getAccessesFromSelf().stream())
                        .filter(access -> !access.getOrigin().getName().equals("<clinit>"))
                        .filter(access ->
                                ban.isBrokenBy(access, access.getTarget().getFullName()))
                        .map(access -> access.getDescription() + ": " + ban.reason()))
                .isEmpty();
    }

    @Test
    void the_exceptions_are_of_classes_that_are_there() {
        assertThat(Stream.concat(BANS.stream().flatMap(ban -> ban.allowed().stream()), READERS.stream())
                        .filter(each -> !each.endsWith("*"))
                        .filter(each -> !PROGRAM.contain(Modules.ROOT + "." + each)))
                .isEmpty();
    }

    @Test
    void names_say_what_a_class_is() {
        assertThat(PROGRAM.stream()
                        .filter(each -> BAD_NAME.matcher(each.getSimpleName()).matches())
                        .map(JavaClass::getName))
                .isEmpty();
        assertThat(PROGRAM.stream()
                        .map(JavaClass::getPackageName)
                        .filter(each -> each.matches(".*\\.(common|util|utils|misc|helper|impl|base)(\\..*)?")))
                .isEmpty();
    }

    /// A call, field or constructor as `owner.name`, the reason of the ban, and the exempt classes below the root.
    private record Ban(Pattern call, String reason, List<String> allowed) {
        Ban(String call, String reason, String... allowed) {
            this(Pattern.compile(call), reason, List.of(allowed));
        }

        boolean isBrokenBy(JavaAccess<?> access) {
            var target =
                    access.getTargetOwner().getName() + "." + access.getTarget().getName();
            return isBrokenBy(access, target);
        }

        boolean isBrokenBy(JavaAccess<?> access, String target) {
            return call.matcher(target).matches() && allowed.stream().noneMatch(each -> isIn(each, access));
        }

        private static boolean isIn(String allowed, JavaAccess<?> access) {
            var origin = access.getOriginOwner().getName().substring(Modules.ROOT.length() + 1);
            return allowed.endsWith("*")
                    ? origin.startsWith(allowed.substring(0, allowed.length() - 1))
                    : origin.equals(allowed) || origin.startsWith(allowed + "$");
        }
    }
}
