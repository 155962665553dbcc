package dev.sluice.cli;

import dev.sluice.signaturecheck.GivenSignature;
import dev.sluice.signaturecheck.Judgement;
import dev.sluice.signaturecheck.RequestRecipes;
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
            "Check the signature of a webhook or of a request, and say what is wrong with it.",
            "Nothing is sent. The exit code is 0 for a valid signature, else 1."
        },
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
final class VerifySignature implements Callable<Integer> {
    private static final int USAGE = 2;
    private static final String STDIN = "-";
    private static final String AT = "Judge the timestamp as of this time; default: now.";

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
            description = "Check a webhook as its receiver does.",
            mixinStandardHelpOptions = true,
            footer = {
                "",
                "Example:",
                "  ./sluice verify-signature webhook --id ID --timestamp 1795228200 --signature 'v1,…' \\",
                "      --secret 'whsec_…' --body body.json"
            })
    int webhook(
            @Option(names = "--id", required = true, description = "The header webhook-id.") String id,
            @Option(names = "--timestamp", required = true, description = "The header webhook-timestamp.")
                    String timestamp,
            @Option(names = "--signature", required = true, description = "The header webhook-signature.")
                    String signature,
            @Option(names = "--secret", required = true, description = "The endpoint's secret, whsec_….") String secret,
            @Option(names = "--body", paramLabel = "FILE", defaultValue = STDIN, description = "Default: stdin.")
                    String file,
            @Option(names = "--at", paramLabel = "TIME", description = AT) @Nullable String at)
            throws Exception {
        var body = body(file);
        var judgement = new Judgement(GivenSignature.Scheme.WEBHOOK, signature);
        judgement.time(WebhookRecipes.time(timestamp, judgement), SignedMoment.of(at, program.clock()));
        return judgement.print(spec.commandLine().getOut(), new WebhookRecipes(secret, id, timestamp, body).all());
    }

    @Command(
            description = "Check a request as the service does.",
            mixinStandardHelpOptions = true,
            footer = {
                "",
                "Example:",
                "  ./sluice verify-signature request --method POST --path /v1/recipient \\",
                "      --timestamp 2026-11-21T02:30:00.000Z --signature 'v1=…' --body body.json"
            })
    int request(
            @Option(names = "--method", required = true, description = "GET, POST, PATCH or DELETE.") String method,
            @Option(names = "--path", required = true, description = "The path as sent, with its query.") String path,
            @Option(names = "--timestamp", required = true, description = "The header X-Timestamp.") String timestamp,
            @Option(names = "--signature", required = true, description = "The header X-Signature.") String signature,
            @Option(names = "--secret", description = "The client's secret; default: that of demo.env.") @Nullable
                    String secret,
            @Option(names = "--client-id", description = "The header X-Client-ID; default: that of demo.env.") @Nullable
                    String clientId,
            @Option(names = "--body", paramLabel = "FILE", description = "Default: stdin, and none for GET and DELETE.")
                    @Nullable
                    String file,
            @Option(names = "--at", paramLabel = "TIME", description = AT) @Nullable String at)
            throws Exception {
        var credentials = Credentials.of(program);
        var verb = method.toUpperCase(Locale.ROOT);
        boolean bodiless = file == null && List.of("GET", "HEAD", "DELETE").contains(verb);
        var body = bodiless ? new byte[0] : body(file == null ? STDIN : file);
        var judgement = new Judgement(GivenSignature.Scheme.REQUEST, signature);
        judgement.time(RequestRecipes.time(timestamp, judgement), SignedMoment.of(at, program.clock()));
        var recipes = new RequestRecipes(
                secret == null ? credentials.get(Credentials.SECRET) : secret,
                clientId == null ? credentials.get(Credentials.CLIENT) : clientId,
                credentials.find(Credentials.CLIENT),
                timestamp,
                verb,
                path,
                body);
        return judgement.print(spec.commandLine().getOut(), recipes.all());
    }

    private static byte[] body(String file) throws IOException {
        return file.equals(STDIN) ? System.in.readAllBytes() : BodyFile.read(file);
    }
}
