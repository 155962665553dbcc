package dev.sluice.cli;

import dev.sluice.auth.Allowlist;
import dev.sluice.auth.KeyMaker;
import dev.sluice.auth.Scope;
import dev.sluice.cli.AuditEntries.What;
import dev.sluice.http.Timestamps;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `admin key`: the bearer keys.
@Command(name = "key", description = "API keys (bearer tokens).", mixinStandardHelpOptions = true)
final class AdminKey {
    static final String ALL = "all";

    private final AdminRunner database;

    @CommandLine.Spec
    private CommandSpec spec = CommandSpec.create();

    AdminKey(AdminRunner database) {
        this.database = database;
    }

    @Command(description = "Create a key and print it. It is shown once.", mixinStandardHelpOptions = true)
    int create(
            @Parameters(paramLabel = "ORG", description = "Organization ID or name.") String organization,
            @Parameters(paramLabel = "LABEL", description = "Purpose.") String label,
            @Option(
                            names = "--scope",
                            split = ",",
                            defaultValue = "read",
                            description =
                                    "read, payouts, deposits, convert, recipients, webhooks, or all; default: read.")
                    List<String> scopes,
            @Option(names = "--allow", split = ",", description = "Allowed IP addresses; default: any.")
                    List<String> allow)
            throws Exception {
        return database.open(services -> {
            var owner = services.organization(organization).id();
            var wanted = scopes(scopes);
            var from = allowlist(allow);
            var fields = Map.of("label", label, "scopes", text(wanted), "allowlist", AdminClient.text(from));
            var created = services.auditEntries()
                    .run(
                            owner,
                            new What("admin/key/create", null, fields),
                            () -> services.keys().create(owner, label, wanted, from));
            spec.commandLine().getOut().println("SLUICE_API_KEY=" + created.token());
        });
    }

    @Command(description = "List an organization's keys.", mixinStandardHelpOptions = true)
    int list(@Parameters(paramLabel = "ORG", description = "Organization ID or name.") String organization)
            throws Exception {
        return database.open(services -> {
            var table = new Table("ID", "KEY", "LABEL", "SCOPES", "CREATED", "CREATED BY", "ALLOWED FROM", "STATE");
            for (var key :
                    services.keys().list(services.organization(organization).id())) {
                table.row(
                        key.id(),
                        key.prefix() + "…",
                        key.label(),
                        text(key.scopes()),
                        Timestamps.text(key.createdAt()),
                        madeBy(key.maker()),
                        AdminClient.text(key.allowlist()),
                        key.revokedAt().isPresent() ? "revoked" : "active");
            }
            table.print(spec.commandLine().getOut());
        });
    }

    @Command(description = "Revoke a key.", mixinStandardHelpOptions = true)
    int revoke(
            @Parameters(paramLabel = "ORG", description = "Organization ID or name.") String organization,
            @Parameters(paramLabel = "KEY_ID") String keyId)
            throws Exception {
        return database.open(services -> {
            var owner = services.organization(organization).id();
            var id = AdminServices.id(keyId);
            services.auditEntries()
                    .run(
                            owner,
                            new What("admin/key/revoke", id.toString(), Map.of()),
                            () -> services.keys().revoke(owner, id));
        });
    }

    @Command(description = "Set a key's allowed IP addresses.", mixinStandardHelpOptions = true)
    int allow(
            @Parameters(paramLabel = "ORG", description = "Organization ID or name.") String organization,
            @Parameters(paramLabel = "KEY_ID") String keyId,
            @Parameters(paramLabel = "ADDRESS", arity = "0..*", description = AdminClient.ADDRESSES) @Nullable
                    List<String> addresses,
            @Option(names = "--any", description = "Allow every address.") boolean any)
            throws Exception {
        var allowlist = AdminClient.replacement(addresses, any);
        return database.open(services -> {
            var owner = services.organization(organization).id();
            var id = AdminServices.id(keyId);
            var before = services.keys().list(owner).stream()
                    .filter(each -> each.id().equals(id))
                    .map(each -> AdminClient.text(each.allowlist()))
                    .findFirst();
            var fields = Map.of("before.allowlist", before.orElse(""), "allowlist", AdminClient.text(allowlist));
            services.auditEntries()
                    .run(
                            owner,
                            new What("admin/key/allow", id.toString(), fields),
                            () -> services.keys().allow(owner, id, allowlist));
        });
    }

    /// Returns the person who made a key or a secret. The command line counts as the server's administrator.
    static String madeBy(Optional<KeyMaker> maker) {
        return maker.map(KeyMaker::name).orElse("server");
    }

    static Allowlist allowlist(@Nullable List<String> entries) {
        return entries == null ? Allowlist.ANY : Allowlist.parse(entries);
    }

    static String text(Set<Scope> scopes) {
        return scopes.stream().sorted().map(Scope::wire).collect(Collectors.joining(","));
    }

    static Set<Scope> scopes(List<String> wires) {
        return wires.contains(ALL) ? Scope.ALL : wires.stream().map(Scope::of).collect(Collectors.toSet());
    }
}
