package dev.sluice.config;

import dev.sluice.auth.DemoSeed;
import dev.sluice.mail.SmtpSettings;
import dev.sluice.net.IpRange;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.rail.stellar.StellarSettings;
import dev.sluice.rate.RateSettings;
import dev.sluice.screening.ScreeningSettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Configuration of this deployment: environment variables, and with lower priority the same keys of an optional
/// `sluice.yaml`.
///
/// @param port the port to listen on; 0 picks a free one
/// @param host the address to listen on
/// @param baseUrl the public address without a path; empty means `http://HOST:PORT`
/// @param dataDir folder of the embedded database and the demo credentials
/// @param database an ordinary PostgreSQL; empty means the embedded one
/// @param databaseOwner the same database with its owner role, if the serving role owns nothing
/// @param trustedProxies proxies with a trusted `X-Forwarded-For`
/// @param rateLimit limit per API client; empty means none
/// @param rates sources of exchange rates
/// @param workers true if this node runs workers; false if it only answers requests
/// @param webhookLoopback true if webhooks may go to this machine itself, for trials
/// @param requestLog true if requests of programs are logged for users
/// @param masterKey encrypts secrets and personal data at rest; empty means one generated into the data directory
/// @param previousMasterKey the previous key, if the database may not use the new one yet
/// @param mail the mail server; empty means that mail stays here
/// @param plaintextHosts hosts that may be contacted without TLS, although they are neither here nor in a private
/// network
/// @param breaches service that knows breached passwords; empty means none
/// @param ownerChangeWait waiting time in live of an operator's change of control over an organization
/// @param approverWait minimum time in live as administrator or operator before the first approval
/// @param stellar the rail to Stellar; empty means none
/// @param evm the rail to EVM networks
/// @param screening provider of screening for recipients and payers
/// @param banks profiles of the bank accounts; empty means none
public record Config(
        int port,
        String host,
        Optional<URI> baseUrl,
        Environment environment,
        Path dataDir,
        Optional<Database> database,
        Optional<Database> databaseOwner,
        List<IpRange> trustedProxies,
        Optional<RateLimit> rateLimit,
        RateSettings rates,
        boolean workers,
        boolean webhookLoopback,
        boolean requestLog,
        Optional<MasterKey> masterKey,
        Optional<MasterKey> previousMasterKey,
        Optional<SmtpSettings> mail,
        Set<String> plaintextHosts,
        Optional<URI> breaches,
        Duration ownerChangeWait,
        Duration approverWait,
        Optional<StellarSettings> stellar,
        EvmSettings evm,
        ScreeningSettings screening,
        List<BankProfile> banks) {
    public static final Path DATA_DIR = Path.of("./data");

    public Config {
        trustedProxies = List.copyOf(trustedProxies);
        plaintextHosts = Set.copyOf(plaintextHosts);
        banks = List.copyOf(banks);
    }

    /// Minimum age of an approver's entitlement; zero in a sandbox.
    public Duration waitOfApprovers() {
        return environment == Environment.SANDBOX ? Duration.ZERO : approverWait;
    }

    /// Returns true if the public address uses TLS.
    public boolean hasTls() {
        return baseUrl.filter(url -> "https".equals(url.getScheme())).isPresent();
    }

    /// Returns problems that do not prevent the start. A live service without a public address still starts, since
    /// that was promised; but its links lead nowhere and a session can be read in transit.
    public List<String> warnings() {
        if (environment != Environment.LIVE) {
            return List.of();
        }
        var warnings = new ArrayList<>(TlsPolicy.of(this).warnings());
        if (!hasTls()) {
            warnings.add("SLUICE_BASE_URL is not an https URL: links in mails point to "
                    + baseUrl.map(URI::toString).orElse("this machine")
                    + ", cookies are not Secure, and HSTS is not sent");
        }
        warnings.addAll(evm.warnings());
        return List.copyOf(warnings);
    }

    /// One deployment is one environment.
    public enum Environment {
        SANDBOX,
        LIVE
    }

    /// Address of a configured PostgreSQL, in the format of its JDBC driver.
    public record Database(String jdbcUrl, Optional<String> user, Optional<String> password) {
        /// Omits the password, and the URL's parameters, because they may contain one.
        @Override
        public String toString() {
            return "Database[" + jdbcUrl.replaceFirst("\\?.*$", "") + "]";
        }
    }

    /// Token bucket per API client.
    ///
    /// @param perSecond sustained requests per second
    /// @param burst maximum number of requests at once
    public record RateLimit(int perSecond, int burst) {}

    /// Invalid configuration; one line for the operator per fault.
    public static final class Invalid extends Exception {
        private final transient List<String> lines;

        Invalid(List<String> lines) {
            super(String.join("\n", lines));
            this.lines = List.copyOf(lines);
        }

        public List<String> lines() {
            return lines;
        }
    }

    /// Reads the whole configuration, or reports all its faults at once.
    ///
    /// @param env the environment variables; those without the service's prefix are ignored
    /// @param yaml the file; it may be absent
    public static Config load(Map<String, String> env, Path yaml) throws Invalid {
        var settings = Settings.read(env, yaml);
        var dataDir = settings.value("SLUICE_DATA_DIR", DATA_DIR.toString(), ConfigValues::path);
        if (DemoSeed.isSourced(dataDir, env)) {
            var set = new HashMap<>(env);
            set.remove("SLUICE_BASE_URL");
            return load(set, yaml);
        }
        var environment = settings.value("SLUICE_ENVIRONMENT", "sandbox", ConfigValues::environment);
        var database = settings.optional("SLUICE_DATABASE_URL", DatabaseUrl::parse);
        var config = new Config(
                settings.value("SLUICE_PORT", "8080", ConfigValues::port),
                settings.value("SLUICE_HOST", "127.0.0.1", ConfigValues::host),
                settings.optional("SLUICE_BASE_URL", ConfigValues::publicUrl),
                environment,
                dataDir,
                database,
                databaseOwner(settings, database),
                settings.value("SLUICE_TRUSTED_PROXIES", "none", ConfigValues::proxies),
                settings.value("SLUICE_RATE_LIMIT", "100/200", ConfigValues::rateLimit),
                RateValues.read(settings, environment == Environment.SANDBOX),
                settings.value("SLUICE_WORKERS", "on", ConfigValues::onOff),
                settings.value("SLUICE_WEBHOOK_LOOPBACK", database.isEmpty() ? "on" : "off", ConfigValues::onOff),
                settings.value("SLUICE_REQUEST_LOG", "on", ConfigValues::onOff),
                settings.optional("SLUICE_MASTER_KEY", MasterKey::parse),
                settings.optional("SLUICE_PREVIOUS_MASTER_KEY", MasterKey::parse),
                MailSettings.read(settings),
                settings.value(TlsPolicy.KEY, "none", TlsPolicy::hosts),
                settings.optional("SLUICE_BREACHED_PASSWORDS_URL", ConfigValues::baseUrl),
                settings.value("SLUICE_OWNER_CHANGE_WAIT", "72h", ConfigValues::changeWait),
                settings.value("SLUICE_APPROVER_WAIT", "72h", ConfigValues::changeWait),
                StellarValues.read(settings),
                EvmSettings.read(settings),
                ScreeningValues.read(settings),
                BankValues.read(settings));
        settings.check("SLUICE_LOG_FORMAT", ConfigValues::logFormat);
        config.refuseUnsafeLive(settings);
        settings.throwFaults();
        return config;
    }

    private static Optional<Database> databaseOwner(Settings settings, Optional<Database> database) {
        settings.needs("SLUICE_DATABASE_OWNER_URL", "SLUICE_DATABASE_URL");
        var owner = settings.optional("SLUICE_DATABASE_OWNER_URL", DatabaseUrl::parse);
        if (owner.isPresent()
                && database.isPresent()
                && owner.get().user().equals(database.get().user())) {
            settings.fault("SLUICE_DATABASE_OWNER_URL has the same user as SLUICE_DATABASE_URL: the serving user"
                    + " must not own the tables");
        }
        return owner;
    }

    /// Refuses a live deployment on the embedded database, with a generated master key, with webhooks to its own
    /// machine, or with unsafe connections without TLS.
    private void refuseUnsafeLive(Settings settings) {
        if (environment == Environment.LIVE) {
            settings.require("SLUICE_DATABASE_URL", "SLUICE_ENVIRONMENT=live cannot use the embedded database");
            settings.require("SLUICE_MASTER_KEY", "SLUICE_ENVIRONMENT=live cannot use a generated key");
            settings.refuse(
                    "SLUICE_WEBHOOK_LOOPBACK",
                    webhookLoopback,
                    "SLUICE_ENVIRONMENT=live sends no webhooks to its own machine");
            banks.stream()
                    .filter(each -> each.transport() instanceof BankProfile.Transport.Simulated)
                    .forEach(each -> settings.fault("SLUICE_BANKS: bank profile " + each.id()
                            + ": SLUICE_ENVIRONMENT=live has no simulated bank; set transport to folder or sftp"));
            TlsPolicy.of(this).faults().forEach(settings::fault);
        }
    }
}
