package dev.sluice.client;

import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/// Creates a value for any parameter type of the client's calls.
final class Samples {
    private Samples() {}

    static Object of(Type type) throws ReflectiveOperationException {
        if (type instanceof ParameterizedType list && list.getRawType() == List.class) {
            return List.of(of(list.getActualTypeArguments()[0]));
        }
        var plain = (Class<?>) type;
        if (plain == String.class) {
            return "x1";
        }
        if (plain == BigDecimal.class) {
            return BigDecimal.ONE;
        }
        if (plain == Instant.class) {
            return Instant.EPOCH;
        }
        if (plain == Duration.class) {
            return Duration.ofHours(1);
        }
        if (plain == Boolean.class) {
            return true;
        }
        return plain.isRecord() ? sampleOfRecord(plain) : sampleOfFactory(plain);
    }

    private static Object sampleOfRecord(Class<?> type) throws ReflectiveOperationException {
        var components = type.getRecordComponents();
        var values = new Object[components.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = of(components[i].getGenericType());
        }
        var types = Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        return type.getDeclaredConstructor(types).newInstance(values);
    }

    /// A type other than a record is a query, and is created by a static method.
    private static Object sampleOfFactory(Class<?> type) throws ReflectiveOperationException {
        var factory = Arrays.stream(type.getMethods())
                .filter(each -> Modifier.isStatic(each.getModifiers()) && each.getReturnType() == type)
                .min(Comparator.comparingInt(each -> each.getParameterCount()))
                .orElseThrow(() -> new AssertionError("no sample of " + type));
        var values = new Object[factory.getParameterCount()];
        for (int i = 0; i < values.length; i++) {
            values[i] = of(factory.getGenericParameterTypes()[i]);
        }
        return factory.invoke(null, values);
    }
}
