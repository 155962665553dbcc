package dev.sluice.bench.stage;

/// What a stretch of time has cost.
///
/// @param databaseCpuSeconds of PostgreSQL with all of its processes; not a number where they cannot be seen
/// @param serviceCpuSeconds of the measured service, zero where there was none
/// @param walBytes that PostgreSQL wrote ahead
/// @param residentMegabytes the most that was seen of the service in memory
public record Cost(
        double seconds,
        double databaseCpuSeconds,
        double serviceCpuSeconds,
        double walBytes,
        double residentMegabytes) {
    /// Of a time that nobody has looked at.
    static final Cost UNKNOWN = new Cost(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

    /// The same with the time of a process that has looked at its clock itself.
    public Cost withService(double cpuSeconds) {
        return new Cost(seconds, databaseCpuSeconds, cpuSeconds, walBytes, residentMegabytes);
    }

    public double cpuSeconds() {
        return databaseCpuSeconds + serviceCpuSeconds;
    }
}
