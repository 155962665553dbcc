package dev.sluice.house;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The modules of the program, and their permitted dependencies. The order is the map: a module uses only modules
/// above it.
final class Modules {
    /// The package of the program, with the entry point alone.
    static final String ROOT = "dev.sluice";

    /// The composition root: it wires all modules, and may use everything.
    static final String COMPOSITION = "app";

    /// A new module gets a row here, below everything that it uses; ARCHITECTURE.md draws the same table.
    static final List<Module> ALL = List.of(
            module(0, "money", ""),
            module(0, "refusal", ""),
            module(0, "client.model", ""),
            module(0, "client", "client.model"),
            module(0, "qr", "money"),
            module(0, "pdf", "qr"),
            module(0, "net", ""),
            module(0, "text", ""),
            module(0, "iso20022", ""),
            module(1, "db", "refusal"),
            module(1, "db.embedded", "refusal"),
            module(1, "http", "net refusal text"),
            module(1, "http.server", "net refusal http"),
            module(1, "activity", "http"),
            module(1, "sheet", "net http refusal text"),
            module(1, "page", "money refusal text http"),
            module(1, "clock", "db"),
            module(1, "vault", "refusal db"),
            module(1, "idempotency", "refusal text db http clock vault"),
            module(2, "event", "db vault clock http"),
            module(2, "merchant", "refusal text db clock vault"),
            module(2, "auth", "net refusal client text db http clock vault idempotency merchant"),
            module(2, "audit", "db http clock vault"),
            module(2, "reference", "money refusal text db http clock auth"),
            module(2, "mail", "db clock vault"),
            module(2, "signin", "net text db clock vault merchant refusal mail"),
            module(3, "rate", "money refusal db http clock reference"),
            module(3, "ledger", "money refusal db http clock vault idempotency event merchant auth reference rate"),
            module(3, "requestlog", "client text refusal db http clock auth"),
            module(3, "signaturecheck", "refusal client text http auth"),
            module(3, "fileimport", "money refusal net db http sheet clock vault merchant auth"),
            module(3, "policy", "money refusal db http clock merchant"),
            module(4, "rail", "money refusal db http vault qr"),
            module(4, "rail.sandbox", "money refusal db http clock idempotency auth qr rail page"),
            module(4, "rail.sandbox.chain", "money refusal rail db clock qr"),
            module(4, "rail.stellar", "money refusal rail text db http clock vault qr"),
            module(4, "rail.evm", "money db http clock vault qr rail refusal"),
            module(4, "rail.iso20022", "money text iso20022 db http clock vault rail"),
            module(4, "rail.sandbox.bank", "db rail rail.sandbox"),
            module(4, "notification", "money refusal text db http page clock vault event merchant mail ledger"),
            module(4, "screening", "refusal text db http clock vault notification"),
            module(5, "node", "db http clock vault rail"),
            module(5, "ownership", "db http page clock vault merchant audit mail signin notification"),
            module(5, "change", "refusal db http page clock vault merchant mail auth ledger notification rail"),
            module(
                    5,
                    "recipient",
                    "net money refusal text db http clock vault idempotency event merchant auth "
                            + "reference rail screening"),
            module(5, "convert", "money refusal db http clock idempotency event merchant auth reference rate ledger"),
            module(5, "disbursement.proof", "page pdf text"),
            module(
                    5,
                    "disbursement",
                    "page money rail refusal db http activity clock vault idempotency event merchant "
                            + "auth reference ledger policy notification screening recipient disbursement.proof"),
            module(
                    5,
                    "deposit",
                    "money refusal text db http activity clock vault idempotency event merchant auth "
                            + "reference rate ledger notification qr screening rail recipient convert "
                            + "disbursement"),
            module(5, "reconcile", "money iso20022 db clock vault ledger rail rail.iso20022"),
            module(
                    5,
                    "checkout",
                    "net money refusal db http page clock vault idempotency merchant auth reference "
                            + "rate ledger qr deposit"),
            module(
                    6,
                    "webhook",
                    "net refusal client.model client db http clock vault idempotency event auth "
                            + "ledger notification change rail"),
            module(
                    6,
                    "config",
                    "refusal net http auth mail rate screening rail rail.stellar rail.evm rail.iso20022 ownership"),
            module(
                    6,
                    "cli",
                    "money iso20022 refusal client.model client db http clock vault merchant auth audit "
                            + "reference rate ledger signaturecheck mail signin notification change ownership "
                            + "page rail rail.iso20022 reconcile"),
            module(
                    6,
                    "fileimport.payout",
                    "net money refusal db http sheet fileimport clock vault merchant auth reference "
                            + "ledger recipient disbursement"),
            module(
                    6,
                    "fileimport.recipient",
                    "net refusal db http sheet fileimport clock vault merchant auth recipient"),
            module(
                    6,
                    "fileimport.deposit",
                    "net money refusal db http sheet fileimport clock vault merchant auth reference "
                            + "ledger deposit"),
            module(
                    7,
                    "dashboard",
                    "net client client.model text money http page ledger sheet fileimport vault "
                            + "refusal merchant mail auth audit signin notification change"),
            module(8, "dashboard.change", "http page refusal merchant mail signin notification change dashboard"),
            module(8, "dashboard.audit", "audit http page sheet merchant recipient signin dashboard"),
            module(
                    8,
                    "dashboard.home",
                    "client client.model http page merchant dashboard clock signin deposit " + "disbursement webhook"),
            module(8, "dashboard.live", "refusal db http page clock event merchant signin notification dashboard"),
            module(
                    8,
                    "dashboard.convert",
                    "client client.model http page clock merchant signin reference ledger webhook " + "dashboard"),
            module(
                    8,
                    "dashboard.search",
                    "money client client.model http page merchant auth fileimport reference "
                            + "requestlog policy recipient convert disbursement checkout deposit dashboard"),
            module(
                    8,
                    "dashboard.balance",
                    "client client.model http page sheet merchant signin rail disbursement deposit " + "dashboard"),
            module(
                    8,
                    "dashboard.recipient",
                    "client client.model http page sheet fileimport refusal clock merchant recipient "
                            + "fileimport.recipient auth signin dashboard"),
            module(
                    8,
                    "dashboard.deposit",
                    "client client.model money http page pdf sheet fileimport refusal merchant auth "
                            + "qr reference ledger recipient webhook signin deposit fileimport.deposit "
                            + "dashboard"),
            module(
                    8,
                    "dashboard.checkout",
                    "client client.model money http page refusal merchant qr reference deposit "
                            + "checkout signin dashboard"),
            module(
                    8,
                    "dashboard.policy",
                    "money client client.model http page fileimport refusal clock merchant signin "
                            + "reference policy rail disbursement fileimport.payout dashboard"),
            module(
                    8,
                    "dashboard.notification",
                    "money client client.model http page refusal merchant signin reference "
                            + "notification dashboard"),
            module(8, "dashboard.settings", "checkout http page refusal merchant signin reference dashboard"),
            module(8, "dashboard.signin", "net refusal db http page merchant mail signin notification dashboard"),
            module(
                    8,
                    "dashboard.developer",
                    "client client.model text http page refusal merchant auth signin requestlog "
                            + "signaturecheck webhook dashboard"),
            module(
                    9,
                    "dashboard.payout",
                    "client client.model http page pdf sheet fileimport money refusal clock merchant "
                            + "recipient auth signin reference ledger disbursement fileimport.payout webhook "
                            + "dashboard dashboard.policy"),
            module(9, "dashboard.account", "refusal http page qr merchant signin dashboard dashboard.signin"),
            module(
                    9,
                    "operator",
                    "iso20022 money refusal db http page clock activity event merchant auth signin reference "
                            + "rate ledger policy notification screening rail rail.iso20022 reconcile node ownership "
                            + "convert disbursement deposit webhook dashboard dashboard.signin dashboard.search"),
            module(9, "dashboard.team", "refusal http page merchant mail signin ownership dashboard dashboard.signin"));

    /// The parts of large modules: sub-packages by use case. A part belongs to its module. Parts of one module use each
    /// other freely.
    static final Map<String, Set<String>> PARTS = Map.ofEntries(
            Map.entry("deposit", Set.of("create", "lane", "query", "refund", "review")),
            Map.entry("disbursement", Set.of("approval", "create", "lane", "query", "reconciliation")),
            Map.entry("iso20022", Set.of("camt", "csv", "mt", "pain", "write", "xml")),
            Map.entry("operator", Set.of("bank")),
            Map.entry("rail.evm", Set.of("deposit", "key", "payout", "rpc", "sweep", "wallet")),
            Map.entry(
                    "rail.iso20022",
                    Set.of("decision", "inbound", "payin", "payout", "profile", "rehearsal", "transport")),
            Map.entry("rail.stellar", Set.of("deposit", "horizon", "payout")),
            Map.entry("webhook", Set.of("delivery", "endpoint", "feed")));

    /// Libraries that only some modules may use, by the beginning of their class names. The name `rail.` with its
    /// full stop means the modules of the rails: only they may use SDKs of banks and chains.
    static final Map<String, Set<String>> LIBRARIES = Map.ofEntries(
            Map.entry("io.helidon.", Set.of("http.server")),
            Map.entry("com.zaxxer.hikari.", Set.of("db")),
            Map.entry("org.flywaydb.", Set.of("db")),
            Map.entry("javax.sql.", Set.of("db")),
            Map.entry("java.sql.DriverManager", Set.of("db.embedded")),
            Map.entry("org.postgresql.", Set.of("db")),
            Map.entry("org.tukaani.", Set.of("db.embedded")),
            Map.entry("org.apache.commons.compress.", Set.of("db.embedded", "rail.iso20022", "sheet")),
            Map.entry("com.google.crypto.tink.", Set.of("vault")),
            Map.entry("com.github.f4b6a3.", Set.of("clock", "http.server")),
            Map.entry("io.github.bucket4j.", Set.of("auth")),
            Map.entry("org.bouncycastle.", Set.of("merchant", "rail", "rail.")),
            Map.entry("org.apache.commons.csv.", Set.of("reference", "screening", "sheet")),
            Map.entry("org.apache.hc.", Set.of("webhook")),
            Map.entry("org.apache.commons.text.", Set.of("config", "rail.iso20022", "text")),
            Map.entry("org.iban4j.", Set.of("recipient", "deposit", "iso20022", "rail.iso20022")),
            Map.entry("com.google.i18n.phonenumbers.", Set.of("recipient")),
            Map.entry("org.apache.pdfbox.", Set.of("pdf")),
            Map.entry("org.apache.fontbox.", Set.of("pdf")),
            Map.entry("com.google.zxing.", Set.of("qr")),
            Map.entry("gg.jte.", Set.of("page")),
            Map.entry("picocli.", Set.of(COMPOSITION, "cli")),
            Map.entry("org.snakeyaml.", Set.of("config", "rail.iso20022")),
            Map.entry("org.apache.sshd.", Set.of("rail.iso20022", "rail.sandbox.bank")),
            Map.entry("org.web3j.", Set.of("rail", "rail.")),
            Map.entry("org.stellar.", Set.of("rail", "rail.")),
            Map.entry("org.dhatim.", Set.of("sheet")),
            Map.entry("org.apache.commons.fileupload2.", Set.of("http")),
            Map.entry("jakarta.mail.", Set.of("mail")),
            Map.entry("com.webauthn4j.", Set.of("signin")),
            Map.entry("com.eatthepath.otp.", Set.of("signin")));

    private Modules() {}

    /// One module: its level on the map, its package below the root, and the modules that it may use.
    record Module(int level, String name, Set<String> mayUse) {
        /// Returns the prefix of its tables' names.
        String tablePrefix() {
            return name.replace('.', '_');
        }

        boolean owns(String table) {
            return table.equals(tablePrefix()) || table.startsWith(tablePrefix() + "_");
        }
    }

    /// Returns the compiled program without its tests.
    static JavaClasses program() {
        return new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages(ROOT);
    }

    /// Returns the module of a package, by its name below the root. The entry point belongs to the composition root,
    /// and
    /// a part to its module.
    static String of(String packageName) {
        if (packageName.equals(ROOT)) {
            return COMPOSITION;
        }
        var name = packageName.substring(ROOT.length() + 1);
        int dot = name.lastIndexOf('.');
        return dot > 0 && PARTS.getOrDefault(name.substring(0, dot), Set.of()).contains(name.substring(dot + 1))
                ? name.substring(0, dot)
                : name;
    }

    static boolean isOurs(String packageName) {
        return packageName.equals(ROOT) || packageName.startsWith(ROOT + ".");
    }

    static Optional<Module> named(String name) {
        return ALL.stream().filter(module -> module.name().equals(name)).findFirst();
    }

    /// Returns the owner of a table: the module with the longest matching prefix.
    static Optional<Module> ownerOf(String table) {
        return ALL.stream()
                .filter(module -> module.owns(table))
                .max(Comparator.comparingInt(module -> module.tablePrefix().length()));
    }

    /// @param mayUse names separated by blanks
    private static Module module(int level, String name, String mayUse) {
        return new Module(level, name, mayUse.isEmpty() ? Set.of() : Set.of(mayUse.split(" ")));
    }
}
