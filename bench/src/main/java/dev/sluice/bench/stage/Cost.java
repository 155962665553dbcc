package dev.sluice.bench.stage;

/// Cost of a period.
///
/// @param databaseCpuSeconds CPU time of all PostgreSQL processes; NaN if it is not visible
/// @param serviceCpuSeconds CPU time of the measured service; zero without one
/// @param walBytes bytes of WAL written by PostgreSQL
/// @param residentMegabytes peak resident memory of the service
public record Cost(
        double seconds,
        double databaseCpuSeconds,
        double serviceCpuSeconds,
        double walBytes,
        double residentMegabytes) {
    /// Cost of an unmeasured period.
    static final Cost UNKNOWN = new Cost(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

    /// Returns the cost with the CPU time that a process has measured itself.
    public Cost withService(double cpuSeconds) {
        return new Cost(seconds, databaseCpuSeconds, cpuSeconds, walBytes, residentMegabytes);
    }

    public double cpuSeconds() {
        return databaseCpuSeconds + serviceCpuSeconds;
    }
}
