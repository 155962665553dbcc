package dev.sluice.cli;

import dev.sluice.auth.Allowlist;
import dev.sluice.auth.ApiClient;
import dev.sluice.cli.AuditEntries.What;
import dev.sluice.http.Timestamps;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `admin client`: the programs that sign their requests.
@Command(name = "client", description = "API clients (signed requests).", mixinStandardHelpOptions = true)
final class AdminClient {
    static final String ADDRESSES =
            "IP addresses or CIDR blocks, such as 203.0.113.7 or 2001:db8::/32. They replace the current list.";

    private final AdminRunner database;

    @CommandLine.Spec
    private CommandSpec spec = CommandSpec.create();

    AdminClient(AdminRunner database) {
        this.database = database;
    }

    @Command(
            description = "Create a client and print its secret. The secret is shown once.",
            mixinStandardHelpOptions = true)
    int create(
            @Parameters(paramLabel = "ORG", description = "Organization ID or name.") String organization,
            @Parameters(paramLabel = "LABEL", description = "Purpose.") String label,
            @Option(names = "--allow", split = ",", description = "Allowed IP addresses; default: any.")
                    List<String> allow,
            @Option(
                            names = "--scope",
                            split = ",",
                            defaultValue = AdminKey.ALL,
                            description =
                                    "read, payouts, deposits, convert, recipients, webhooks, or all; default: all.")
                    List<String> scopes)
            throws Exception {
        return database.open(services -> {
            var owner = services.organization(organization).id();
            var from = AdminKey.allowlist(allow);
            var wanted = AdminKey.scopes(scopes);
            var fields = Map.of("label", label, "scopes", AdminKey.text(wanted), "allowlist", text(from));
            var what = new What("admin/client/create", null, fields);
            print(services.auditEntries()
                    .run(owner, what, () -> services.clients().create(owner, label, wanted, from)));
        });
    }

    @Command(description = "List an organization's clients.", mixinStandardHelpOptions = true)
    int list(@Parameters(paramLabel = "ORG", description = "Organization ID or name.") String organization)
            throws Exception {
        return database.open(services -> {
            var table = new Table("CLIENT ID", "LABEL", "SCOPES", "CREATED", "SECRETS BY", "ALLOWED FROM", "STATE");
            for (var client :
                    services.clients().list(services.organization(organization).id())) {
                table.row(
                        client.clientId(),
                        client.label(),
                        AdminKey.text(client.scopes()),
                        Timestamps.text(client.createdAt()),
                        client.secrets().stream()
                                .map(secret -> AdminKey.madeBy(secret.maker()))
                                .collect(Collectors.joining(", ")),
                        text(client.allowlist()),
                        client.revokedAt().isPresent() ? "revoked" : "active");
            }
            table.print(spec.commandLine().getOut());
        });
    }

    @Command(
            description =
                    "Add a secret and print it. It is shown once. The previous secret works until it is revoked; an"
                            + " older one is revoked immediately.",
            mixinStandardHelpOptions = true)
    int rotate(@Parameters(paramLabel = "CLIENT_ID") String clientId) throws Exception {
        return database.open(services -> {
            var client = services.client(clientId);
            print(services.auditEntries()
                    .run(
                            client.organizationId(),
                            what("rotate", client, Map.of()),
                            () -> services.clients().rotate(clientId)));
        });
    }

    @Command(description = "Revoke a client, or only its previous secret.", mixinStandardHelpOptions = true)
    int revoke(
            @Parameters(paramLabel = "CLIENT_ID") String clientId,
            @Option(names = "--previous", description = "Revoke only the previous secret.") boolean previous)
            throws Exception {
        return database.open(services -> {
            var client = services.client(clientId);
            var what = what("revoke", client, Map.of("secrets", previous ? "previous" : "all"));
            services.auditEntries().run(client.organizationId(), what, () -> {
                if (previous) {
                    services.clients().revokePrevious(clientId);
                } else {
                    services.clients().revoke(clientId);
                }
            });
        });
    }

    @Command(description = "Set a client's allowed IP addresses.", mixinStandardHelpOptions = true)
    int allow(
            @Parameters(paramLabel = "CLIENT_ID") String clientId,
            @Parameters(paramLabel = "ADDRESS", arity = "0..*", description = ADDRESSES) @Nullable
                    List<String> addresses,
            @Option(names = "--any", description = "Allow every address.") boolean any)
            throws Exception {
        var allowlist = replacement(addresses, any);
        return database.open(services -> {
            var client = services.client(clientId);
            var fields = Map.of("before.allowlist", text(client.allowlist()), "allowlist", text(allowlist));
            services.auditEntries()
                    .run(
                            client.organizationId(),
                            what("allow", client, fields),
                            () -> services.clients().allow(clientId, allowlist));
        });
    }

    /// Returns the new allowlist: some addresses, or expressly any, so that a missing option cannot open a client.
    static Allowlist replacement(@Nullable List<String> addresses, boolean any) {
        if (any == (addresses != null)) {
            throw new IllegalArgumentException("no addresses: list them, or pass --any");
        }
        return addresses == null ? Allowlist.ANY : Allowlist.parse(addresses);
    }

    private static What what(String action, ApiClient client, Map<String, String> fields) {
        return new What("admin/client/" + action, client.id().toString(), fields);
    }

    static String text(Allowlist allowlist) {
        return allowlist.ranges().isEmpty() ? "any" : String.join(" ", allowlist.texts());
    }

    private void print(ApiClient.WithSecret created) {
        var out = spec.commandLine().getOut();
        out.println("SLUICE_CLIENT_ID=" + created.client().clientId());
        out.println("SLUICE_CLIENT_SECRET=" + created.secret());
    }
}
