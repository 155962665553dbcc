package dev.sluice.config;

import dev.sluice.mail.SmtpSettings;
import dev.sluice.net.IpAddress;
import dev.sluice.net.IpRange;
import dev.sluice.rail.stellar.StellarSettings;
import dev.sluice.screening.ScreeningSettings;
import java.net.InetAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Connections without TLS that the configuration asks for, and the restrictions of a live deployment on them. An
/// attacker on the path to a node could report payments that never happened; on the path to the database, read and
/// change everything. The check makes no DNS look-up: a name can get another address, and the answer may be forged.
final class TlsPolicy {
    /// Hosts that the operator answers for, such as those behind a tunnel.
    static final String KEY = "SLUICE_PLAINTEXT_HOSTS";

    private static final Pattern MODE = Pattern.compile("[?&]sslmode=([^&]*)");
    private static final Pattern REQUIRE = Pattern.compile("[?&]sslmode=require(&|$)", Pattern.CASE_INSENSITIVE);
    private static final Pattern TLS_MODE = Pattern.compile("require|verify-ca|verify-full", Pattern.CASE_INSENSITIVE);
    /// Without a mode, the driver takes this for `verify-full`.
    private static final Pattern SSL = Pattern.compile("[?&]ssl=(true)?(&|$)", Pattern.CASE_INSENSITIVE);
    private static final Pattern HOSTS = Pattern.compile("jdbc:postgresql://([^/]+)/.*");
    private static final Pattern PORT = Pattern.compile(":\\d+$");

    /// Names that exist only in private networks: names of one word, and the reserved suffixes (RFC 6762, RFC
    /// 8375, ICANN's `.internal`).
    private static final Pattern ONE_WORD = Pattern.compile("[a-z0-9_-]+");

    private static final List<String> INNER_ENDS = List.of(".internal", ".local", ".home.arpa");

    /// RFC 1918 and unique local addresses (RFC 4193).
    private static final List<IpRange> PRIVATE =
            IpRange.list("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7");

    private final List<PlaintextHost> ways;

    /// Connections with TLS that do not verify the peer's certificate.
    private final List<PlaintextHost> unchecked;

    private TlsPolicy(List<PlaintextHost> ways, List<PlaintextHost> unchecked) {
        this.ways = ways;
        this.unchecked = unchecked;
    }

    /// Distance of a host.
    enum Reach {
        /// This machine.
        HERE,
        /// A private network: RFC 1918, unique local addresses, names that do not exist outside.
        INSIDE,
        OUTSIDE
    }

    /// A host that is contacted without TLS.
    ///
    /// @param setting name of the setting that asks for it
    /// @param remedy advice to the operator
    private record PlaintextHost(String setting, String host, String remedy) {
        private Reach reach() {
            return TlsPolicy.reach(host);
        }
    }

    static TlsPolicy of(Config config) {
        var ways = new ArrayList<PlaintextHost>();
        var unchecked = new ArrayList<PlaintextHost>();
        config.database().ifPresent(database -> database("SLUICE_DATABASE_URL", database, ways, unchecked));
        config.databaseOwner().ifPresent(database -> database("SLUICE_DATABASE_OWNER_URL", database, ways, unchecked));
        config.mail()
                .filter(mail -> mail.security() == SmtpSettings.Security.OFF)
                .ifPresent(mail ->
                        ways.add(new PlaintextHost("SLUICE_MAIL_TLS", mail.host(), "set it to starttls or tls")));
        config.breaches().ifPresent(url -> url("SLUICE_BREACHED_PASSWORDS_URL", url, ways));
        config.stellar().map(StellarSettings::horizon).stream()
                .flatMap(List::stream)
                .forEach(url -> url("SLUICE_STELLAR_HORIZON", url, ways));
        config.evm()
                .withoutKeystore()
                .lines()
                .forEach((name, line) -> line.endpoints().forEach(url -> url(EvmSettings.rpcKey(name), url, ways)));
        config.rates().addresses().forEach((source, url) -> url("SLUICE_RATE_" + source + "_URL", url, ways));
        if (config.screening() instanceof ScreeningSettings.Vendor vendor) {
            url(ScreeningValues.URL, vendor.url(), ways);
        }
        ways.removeIf(way -> isAnsweredFor(config, way));
        unchecked.removeIf(way -> isAnsweredFor(config, way));
        return new TlsPolicy(ways, unchecked);
    }

    private static boolean isAnsweredFor(Config config, PlaintextHost way) {
        return config.plaintextHosts().contains(way.host().toLowerCase(Locale.ROOT));
    }

    private static void url(String setting, URI url, List<PlaintextHost> ways) {
        if ("http".equalsIgnoreCase(url.getScheme())) {
            ways.add(new PlaintextHost(setting, bare(url.getHost()), "give it an https address"));
        }
    }

    private static void database(
            String setting, Config.Database database, List<PlaintextHost> ways, List<PlaintextHost> unchecked) {
        var url = database.jdbcUrl();
        var hosts = HOSTS.matcher(url);
        if (!hosts.matches()) {
            return;
        }
        boolean tls = hasTls(url);
        var remedy = tls ? "set sslmode=verify-full" : "add sslmode=verify-full (at least require)";
        var found = Stream.of(hosts.group(1).split(","))
                .map(host -> new PlaintextHost(setting, bare(PORT.matcher(host).replaceFirst("")), remedy))
                .toList();
        if (!tls) {
            ways.addAll(found);
        } else if (REQUIRE.matcher(url).find()) {
            unchecked.addAll(found);
        }
    }

    private static boolean hasTls(String jdbcUrl) {
        var mode = MODE.matcher(jdbcUrl);
        return mode.find()
                ? TLS_MODE.matcher(mode.group(1)).matches()
                : SSL.matcher(jdbcUrl).find();
    }

    /// Returns the reasons for which a live deployment refuses to start.
    List<String> faults() {
        return ways.stream()
                .filter(way -> way.reach() == Reach.OUTSIDE)
                .map(way -> ("%s: SLUICE_ENVIRONMENT=live refuses connections to %s without TLS; %s, or list the host"
                                + " in %s")
                        .formatted(way.setting(), way.host(), way.remedy(), KEY))
                .distinct()
                .toList();
    }

    /// Returns warnings of a live deployment: connections without TLS in a private network, or with TLS but
    /// without a verified certificate.
    List<String> warnings() {
        var plain = ways.stream()
                .filter(way -> way.reach() == Reach.INSIDE)
                .map(way -> "%s: traffic to %s can be read and changed in transit, because it is without TLS; %s"
                        .formatted(way.setting(), way.host(), way.remedy()));
        var anybody = unchecked.stream()
                .filter(way -> way.reach() != Reach.HERE)
                .map(way ->
                        "%s: an attacker in the network can impersonate %s, because its certificate is not verified; %s"
                                .formatted(way.setting(), way.host(), way.remedy()));
        return Stream.concat(plain, anybody).distinct().toList();
    }

    static Reach reach(String host) {
        return IpAddress.parse(host).map(TlsPolicy::reach).orElseGet(() -> {
            var name = host.toLowerCase(Locale.ROOT);
            if (name.equals("localhost") || name.endsWith(".localhost")) {
                return Reach.HERE;
            }
            boolean isInner =
                    ONE_WORD.matcher(name).matches() || INNER_ENDS.stream().anyMatch(name::endsWith);
            return isInner ? Reach.INSIDE : Reach.OUTSIDE;
        });
    }

    private static Reach reach(InetAddress address) {
        if (address.isLoopbackAddress()) {
            return Reach.HERE;
        }
        return IpRange.anyContains(PRIVATE, address) ? Reach.INSIDE : Reach.OUTSIDE;
    }

    private static String bare(String host) {
        return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    }

    /// The grammar of the setting: hosts without a port, separated by commas.
    static Set<String> hosts(String text) {
        return text.equalsIgnoreCase("none")
                ? Set.of()
                : Set.copyOf(ConfigValues.parts(text)
                        .map(ConfigValues::host)
                        .map(host -> host.toLowerCase(Locale.ROOT))
                        .toList());
    }
}
