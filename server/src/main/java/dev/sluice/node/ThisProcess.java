package dev.sluice.node;

import java.net.InetAddress;
import java.net.UnknownHostException;

/// The process that answers, by which an operator tells nodes apart: the machine's name for itself, and the process's
/// number there.
public record ThisProcess(String host, String number) {

    public static ThisProcess get() {
        return Held.SELF;
    }

    /// Looked up once, when somebody first wants to know it: a resolver may take its time.
    private static final class Held {
        static final ThisProcess SELF =
                new ThisProcess(host(), String.valueOf(ProcessHandle.current().pid()));

        private static String host() {
            try {
                return InetAddress.getLocalHost().getHostName();
            } catch (UnknownHostException _) {
                return "localhost";
            }
        }
    }
}
