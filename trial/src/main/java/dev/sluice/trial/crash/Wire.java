package dev.sluice.trial.crash;

import dev.sluice.trial.proxy.Exchange;
import dev.sluice.trial.proxy.Fault;
import dev.sluice.trial.proxy.PostgresProxy;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;

/// What lies between the service and its database, and what is wrong with it at the moment.
final class Wire implements AutoCloseable {
    private final LongAdder faults = new LongAdder();
    private final PostgresProxy proxy;
    private volatile Function<Exchange, Fault> trouble = Wire::well;

    Wire(InetSocketAddress database) {
        this.proxy = PostgresProxy.before(database, this::decide);
    }

    int port() {
        return proxy.port();
    }

    /// From now on this happens to requests.
    void suffer(Function<Exchange, Fault> happens) {
        trouble = happens;
    }

    void heal() {
        trouble = Wire::well;
    }

    /// Breaks all connections.
    void cut() {
        faults.increment();
        proxy.reset();
    }

    /// To how many requests something has happened.
    long faults() {
        return faults.sum();
    }

    private static Fault well(Exchange exchange) {
        return Fault.NONE;
    }

    private Fault decide(Exchange exchange) {
        var fault = trouble.apply(exchange);
        if (!fault.equals(Fault.NONE)) {
            faults.increment();
        }
        return fault;
    }

    @Override
    public void close() {
        proxy.close();
    }
}
