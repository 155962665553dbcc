package dev.sluice;

import dev.sluice.cli.Sluice;

/// Where the program starts: the command line decides what it is to be.
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        Logs.configure(System.getenv(), arguments.length > 0 && arguments[0].equals("serve"));
        System.exit(Sluice.run(new Commands(System.getenv(), System.out, System.err), arguments));
    }
}
