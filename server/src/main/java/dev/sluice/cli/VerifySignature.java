package dev.sluice.cli;

import dev.sluice.signaturecheck.GivenSignature;
import dev.sluice.signaturecheck.RequestRecipes;
import dev.sluice.signaturecheck.SignatureDiagnosis;
import dev.sluice.signaturecheck.WebhookRecipes;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/// `verify-signature`: checks a signature, and suggests the likely fault.
@Command(
        name = "verify-signature",
        description = {
            "Check the signature of a webhook or a request, and explain a mismatch.",
            "Nothing is sent. The exit code is 0 for a valid signature, else 1."
        },
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
final class VerifySignature implements Callable<Integer> {
    private static final int USAGE = 2;
    private static final String STDIN = "-";
    private static final String AT = "Time of the check; default: now.";

    private final Program program;

    @CommandLine.Spec
    private CommandSpec spec = CommandSpec.create();

    VerifySignature(Program program) {
        this.program = program;
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return USAGE;
    }

    @Command(
            description = "Check a webhook's signature like its receiver.",
            mixinStandardHelpOptions = true,
            footer = {
                "",
                "Example:",
                "  ./sluice verify-signature webhook --id ID --timestamp 1795228200 --signature 'v1,…' \\",
                "      --secret 'whsec_…' --body body.json"
            })
    int webhook(
            @Option(names = "--id", required = true, description = "Value of the webhook-id header.") String id,
            @Option(names = "--timestamp", required = true, description = "Value of the webhook-timestamp header.")
                    String timestamp,
            @Option(names = "--signature", required = true, description = "Value of the webhook-signature header.")
                    String signature,
            @Option(names = "--secret", required = true, description = "The endpoint's secret, whsec_….") String secret,
            @Option(
                            names = "--body",
                            paramLabel = "FILE",
                            defaultValue = STDIN,
                            description = "Body file; default: stdin.")
                    String file,
            @Option(names = "--at", paramLabel = "TIME", description = AT) @Nullable String at)
            throws Exception {
        var body = body(file);
        var diagnosis = new SignatureDiagnosis(GivenSignature.Scheme.WEBHOOK, signature);
        diagnosis.time(WebhookRecipes.time(timestamp, diagnosis), SignedMoment.of(at, program.clock()));
        return diagnosis.print(spec.commandLine().getOut(), new WebhookRecipes(secret, id, timestamp, body).all());
    }

    @Command(
            description = "Check a request's signature like the service.",
            mixinStandardHelpOptions = true,
            footer = {
                "",
                "Example:",
                "  ./sluice verify-signature request --method POST --path /v1/recipient \\",
                "      --timestamp 2026-11-21T02:30:00.000Z --signature 'v1=…' --body body.json"
            })
    int request(
            @Option(names = "--method", required = true, description = "GET, POST, PATCH or DELETE.") String method,
            @Option(names = "--path", required = true, description = "Path as sent, with its query.") String path,
            @Option(names = "--timestamp", required = true, description = "Value of the X-Timestamp header.")
                    String timestamp,
            @Option(names = "--signature", required = true, description = "Value of the X-Signature header.")
                    String signature,
            @Option(names = "--secret", description = "The client's secret; default: from demo.env.") @Nullable
                    String secret,
            @Option(names = "--client-id", description = "Value of the X-Client-ID header; default: from demo.env.")
                    @Nullable
                    String clientId,
            @Option(
                            names = "--body",
                            paramLabel = "FILE",
                            description = "Body file; default: stdin, none for GET and DELETE.")
                    @Nullable
                    String file,
            @Option(names = "--at", paramLabel = "TIME", description = AT) @Nullable String at)
            throws Exception {
        var credentials = Credentials.of(program);
        var verb = method.toUpperCase(Locale.ROOT);
        boolean bodiless = file == null && List.of("GET", "HEAD", "DELETE").contains(verb);
        var body = bodiless ? new byte[0] : body(file == null ? STDIN : file);
        var diagnosis = new SignatureDiagnosis(GivenSignature.Scheme.REQUEST, signature);
        diagnosis.time(RequestRecipes.time(timestamp, diagnosis), SignedMoment.of(at, program.clock()));
        var recipes = new RequestRecipes(
                secret == null ? credentials.get(Credentials.SECRET) : secret,
                clientId == null ? credentials.get(Credentials.CLIENT) : clientId,
                credentials.find(Credentials.CLIENT),
                timestamp,
                verb,
                path,
                body);
        return diagnosis.print(spec.commandLine().getOut(), recipes.all());
    }

    private static byte[] body(String file) throws IOException {
        return file.equals(STDIN) ? System.in.readAllBytes() : BodyFile.read(file);
    }
}
