package dev.sluice.signin;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.mail.Mails;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Team;
import dev.sluice.merchant.TenantDirectory;
import dev.sluice.merchant.Users;
import dev.sluice.vault.Vault;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.security.SecureRandom;
import java.util.function.Supplier;

/// Wiring of the module: sessions, sign-in and second factors.
public final class SignInModule {
    private final Clocks clocks;
    private final Sessions sessions;
    private final Throttle throttle;
    private final Tickets tickets;
    private final SignIns signIns;
    private final SecondFactors factors;
    private final Challenges challenges;
    private final Passkeys passkeys;
    private final PasswordLinks links;
    private final People people;

    private SignInModule(
            Clocks clocks,
            Sessions sessions,
            Throttle throttle,
            Tickets tickets,
            SignIns signIns,
            SecondFactors factors,
            Challenges challenges,
            Passkeys passkeys,
            PasswordLinks links,
            People people) {
        this.clocks = clocks;
        this.sessions = sessions;
        this.throttle = throttle;
        this.tickets = tickets;
        this.signIns = signIns;
        this.factors = factors;
        this.challenges = challenges;
        this.passkeys = passkeys;
        this.links = links;
        this.people = people;
    }

    /// @param baseUrl the public address, available after start-up
    /// @param sandbox true if this deployment is a sandbox
    public static SignInModule wire(
            Database database,
            Vault vault,
            Clocks clocks,
            Organizations organizations,
            TenantDirectory directory,
            Users users,
            Mails mails,
            Supplier<URI> baseUrl,
            SecureRandom random,
            boolean sandbox) {
        var sessions = Sessions.wire(database, vault, clocks, organizations, users, random, sandbox);
        var throttle = new Throttle(database, vault, clocks);
        var tickets = new Tickets(database, clocks, users, random);
        var factors = new SecondFactors(
                new SecondFactors.Dependencies(database, vault, clocks, mails), users, sessions, throttle, random);
        var challenges = new Challenges(database, clocks, new Macs(vault.key("signin/challenge")), random);
        var passkeys = new Passkeys(
                new Passkeys.Dependencies(database, clocks, directory, mails),
                baseUrl,
                users,
                sessions,
                factors,
                throttle,
                challenges,
                random);
        var devices = new Devices(new Macs(vault.key("signin/device")), random);
        var team = new Team(clocks);
        var links = new PasswordLinks(
                database,
                users,
                sessions,
                tickets,
                throttle,
                mails,
                devices,
                new FirstOwner(team, sessions, tickets, sandbox),
                Thread::startVirtualThread);
        return new SignInModule(
                clocks,
                sessions,
                throttle,
                tickets,
                new SignIns(
                        database,
                        new SecondFactorPolicy(organizations, sandbox),
                        users,
                        sessions,
                        factors,
                        passkeys,
                        tickets,
                        throttle,
                        devices),
                factors,
                challenges,
                passkeys,
                links,
                new People(database, users, team, sessions, tickets, factors, passkeys, mails, links));
    }

    public Sessions sessions() {
        return sessions;
    }

    public SignIns signIns() {
        return signIns;
    }

    public SecondFactors factors() {
        return factors;
    }

    public Passkeys passkeys() {
        return passkeys;
    }

    public PasswordLinks links() {
        return links;
    }

    public People people() {
        return people;
    }

    /// Registers the counters of sign-in attempts.
    public void bindTo(MeterRegistry meters) {
        signIns.bindTo(meters);
    }

    /// Deletes expired rows; true if there may be more.
    public boolean deleteExpired() {
        var now = clocks.realInstant();
        throttle.deleteExpired(now);
        tickets.deleteExpired(now);
        challenges.deleteExpired(now);
        return sessions.deleteExpired();
    }
}
