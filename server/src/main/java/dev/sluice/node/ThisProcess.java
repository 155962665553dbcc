package dev.sluice.node;

import java.net.InetAddress;
import java.net.UnknownHostException;

/// Identity of this process, by which an operator distinguishes nodes: the machine's host name and the process id.
public record ThisProcess(String host, String number) {

    public static ThisProcess get() {
        return HostName.SELF;
    }

    /// Looks the host name up once, on first use: a resolver may be slow.
    private static final class HostName {
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
