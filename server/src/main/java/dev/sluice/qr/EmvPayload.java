package dev.sluice.qr;

/// Root of a merchant-presented payload, with its objects in the order of their IDs.
final class EmvPayload {
    /// Maximum lengths of the name (59) and the city (60).
    static final int NAME_LENGTH_MAX = 25;
    static final int CITY_LENGTH_MAX = 15;

    private static final String FORMAT = "01";
    private static final String FIXED = "11";
    private static final String DYNAMIC = "12";

    private final DataObjects objects = new DataObjects();

    private EmvPayload() {}

    /// Creates a code for one payment only.
    static EmvPayload dynamic() {
        return withFormat(FORMAT).put("01", DYNAMIC);
    }

    /// Creates a static code, which the payer's app accepts without asking the scheme.
    static EmvPayload fixed() {
        return withFormat(FORMAT).put("01", FIXED);
    }

    /// Creates a code without a point of initiation, so that its reuse is unspecified.
    static EmvPayload plain() {
        return withFormat(FORMAT);
    }

    /// Creates a dynamic code of a scheme with another format number.
    static EmvPayload dynamic(String format) {
        return withFormat(format).put("01", DYNAMIC);
    }

    private static EmvPayload withFormat(String format) {
        return new EmvPayload().put("00", format);
    }

    EmvPayload put(String id, String value) {
        objects.put(id, value);
        return this;
    }

    EmvPayload template(String id, DataObjects template) {
        objects.template(id, template);
        return this;
    }

    /// Adds category, currency, amount (52, 53, 54) and country (58).
    EmvPayload transaction(QrScheme scheme, QrPayment payment) {
        return put("52", payment.payee().categoryCode())
                .put("53", scheme.numericCurrency())
                .put("54", scheme.amount(payment.amount()))
                .put("58", scheme.country());
    }

    /// Adds the payee that the payer sees (59, 60, 61).
    EmvPayload payee(QrPayee payee) {
        put("59", LatinText.required("name", payee.name(), NAME_LENGTH_MAX));
        put("60", LatinText.required("city", payee.city(), CITY_LENGTH_MAX));
        objects.putIfPresent("61", payee.postCode());
        return this;
    }

    /// Returns the payload with its checksum (63), which covers everything before it and its own ID and length.
    String sealed() {
        var text = objects + "6304";
        return text + Crc16.of(text);
    }
}
