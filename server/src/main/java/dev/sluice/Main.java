package dev.sluice;

import dev.sluice.app.Commands;
import dev.sluice.app.Logs;
import dev.sluice.cli.Sluice;

/// The entry point of the program.
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        Logs.configure(System.getenv(), arguments.length > 0 && arguments[0].equals("serve"));
        System.exit(Sluice.run(new Commands(System.getenv(), System.out, System.err), arguments));
    }
}
