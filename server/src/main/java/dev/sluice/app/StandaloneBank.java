package dev.sluice.app;

import dev.sluice.config.Config;
import dev.sluice.db.embedded.DataDirLock;
import dev.sluice.iso20022.write.TransferFile.AccountNumber;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.rail.iso20022.profile.BankProfile.Folders;
import dev.sluice.rail.iso20022.profile.BankProfile.Transport;
import dev.sluice.rail.sandbox.bank.BankKeys;
import dev.sluice.rail.sandbox.bank.BankSettings;
import dev.sluice.rail.sandbox.bank.BankSftpServer;
import dev.sluice.rail.sandbox.bank.SimulatedBank;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Currency;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The simulated bank as a process of its own, with its own database: it plays the bank behind a profile with
/// folders or SFTP, or that bank's test platform.
final class StandaloneBank {
    private static final long PAUSE_MILLIS = 200;
    private static final int PORT = 2222;
    private static final String CUSTOMER = "customer";
    private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");

    private final Path folder;
    private final PrintStream out;
    private final CountDownLatch stopRequested = new CountDownLatch(1);
    private final CountDownLatch stopped = new CountDownLatch(1);

    /// @param folder keys, books, and files of the SFTP server
    StandaloneBank(Path folder, PrintStream out) {
        this.folder = folder;
        this.out = out;
    }

    /// Makes the keys, and prints the transport for a profile.
    void printTransport() throws IOException {
        var keys = BankKeys.of(folder);
        out.println("transport:");
        out.println("  {type: sftp, host: 127.0.0.1, port: " + PORT + ", user: " + CUSTOMER + ", key: "
                + keys.customerFile() + ",");
        out.println("   host-key: \"" + keys.fingerprint() + "\",");
        out.println("   out: /in, in: /out, out-archive: /taken, acks: /acks, archive: /fetched}");
        out.flush();
    }

    /// Plays the bank until SIGTERM or Ctrl-C.
    ///
    /// @param isTestPlatform plays the test platform of the profile's rehearsal
    void run(BankProfile profile, boolean isTestPlatform) throws Exception {
        var settings = settings(profile, isTestPlatform);
        var config = Config.load(
                Map.of("SLUICE_DATA_DIR", folder.resolve("books").toString()), folder.resolve("sluice.yaml"));
        Runtime.getRuntime().addShutdownHook(new Thread(this::awaitStop, "stop"));
        try (var lock = DataDirLock.acquire(config.dataDir());
                var infrastructure = Infrastructure.open(config, null);
                var server = server(transport(profile, isTestPlatform))) {
            Objects.requireNonNull(lock);
            create(transport(profile, isTestPlatform));
            var bank = new SimulatedBank(infrastructure.database(), settings, infrastructure.clocks());
            bank.open();
            out.println("The simulated bank plays " + profile.id() + (isTestPlatform ? " (test platform)" : "")
                    + (server == null ? "" : " at sftp://127.0.0.1:" + server.port()));
            out.flush();
            while (!stopRequested.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
                bank.step();
            }
        } finally {
            stopped.countDown();
        }
    }

    private @Nullable BankSftpServer server(Transport transport) throws IOException {
        return transport instanceof Transport.Sftp sftp
                ? BankSftpServer.start(files(), sftp.server().getPort(), sftp.user(), BankKeys.of(folder))
                : null;
    }

    private Path files() {
        return folder.resolve("files");
    }

    private static Transport transport(BankProfile profile, boolean isTestPlatform) {
        var rehearsal = profile.rehearsal();
        if (isTestPlatform && rehearsal == null) {
            throw new IllegalArgumentException("the profile " + profile.id() + " has no rehearsal: add it first");
        }
        var transport = isTestPlatform ? Objects.requireNonNull(rehearsal).transport() : profile.transport();
        if (transport instanceof Transport.Simulated) {
            throw new IllegalArgumentException("transport.type of " + profile.id()
                    + " is simulator: that bank runs with the service; use folder or sftp for a bank of its own");
        }
        if (transport instanceof Transport.Sftp sftp
                && !LOOPBACK.contains(sftp.server().getHost())) {
            throw new IllegalArgumentException(
                    "transport.host of " + profile.id() + " must be 127.0.0.1: the simulated bank is on this machine");
        }
        return transport;
    }

    /// Returns the settings of the profile's bank with the folders and the account that it has here.
    private BankSettings settings(BankProfile profile, boolean isTestPlatform) {
        var transport = transport(profile, isTestPlatform);
        var like = SimulatedBanks.settings(
                profile,
                Math.max(0, Currency.getInstance(profile.account().currency()).getDefaultFractionDigits()));
        var number = isTestPlatform
                ? Objects.requireNonNull(profile.rehearsal()).account()
                : profile.account().number();
        return new BankSettings(
                profile.id() + (isTestPlatform ? "-test" : ""),
                account(like.account(), number),
                folders(transport),
                like.accepts(),
                like.sends(),
                like.prices(),
                like.timing(),
                like.opening(),
                like.zone(),
                like.weekdaysOnly());
    }

    private static BankSettings.Account account(BankSettings.Account like, AccountNumber number) {
        return new BankSettings.Account(
                number.number(), number.iban(), like.bic(), like.currency(), like.decimals(), like.holder());
    }

    private BankSettings.Folders folders(Transport transport) {
        boolean isSftp = transport instanceof Transport.Sftp;
        Folders named = transport.folders();
        return new BankSettings.Folders(
                Objects.requireNonNull(path(named.out(), isSftp)),
                Objects.requireNonNull(path(named.in(), isSftp)),
                path(named.acks(), isSftp),
                path(named.outArchive(), isSftp));
    }

    /// Creates the customer's folders: a customer cannot create them at a bank.
    private void create(Transport transport) throws IOException {
        var named = transport.folders();
        for (var each : Arrays.asList(
                named.out(), named.in(), named.temp(), named.acks(), named.outArchive(), named.archive())) {
            var path = path(each, transport instanceof Transport.Sftp);
            if (path != null) {
                Files.createDirectories(path);
            }
        }
    }

    private @Nullable Path path(@Nullable String named, boolean isSftp) {
        if (named == null) {
            return null;
        }
        return isSftp ? files().resolve(named.replaceFirst("^/+", "")) : Path.of(named);
    }

    /// Runs in the shutdown hook. A requested stop is no failure, so the exit code is 0.
    private void awaitStop() {
        if (stopped.getCount() == 0) {
            return;
        }
        stopRequested.countDown();
        try {
            stopped.await();
            Runtime.getRuntime().halt(0);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
