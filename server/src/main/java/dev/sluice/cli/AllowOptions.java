package dev.sluice.cli;

import dev.sluice.auth.Allowlist;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The addresses of an `allow` command: some, or expressly any.
final class AllowOptions {
    @Parameters(
            paramLabel = "ADDRESS",
            arity = "0..*",
            index = "1..*",
            description = "Addresses or blocks, such as 203.0.113.7 or 2001:db8::/32; they replace the list.")
    private List<String> addresses = new ArrayList<>();

    @Option(names = "--any", description = "Allow every address.")
    private boolean any;

    Allowlist allowlist() {
        if (any != addresses.isEmpty()) {
            throw new IllegalArgumentException("name addresses, or --any");
        }
        return any ? Allowlist.ANY : Allowlist.parse(addresses);
    }
}
