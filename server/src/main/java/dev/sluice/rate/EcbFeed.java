package dev.sluice.rate;

import java.io.ByteArrayInputStream;
import java.math.BigDecimal;
import java.net.URI;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/// The euro reference rates of the European Central Bank: the price of a euro in some thirty currencies, published
/// once per working day at about 16:00 in Frankfurt. The XML parser rejects document types and entities.
///
/// Source: www.ecb.europa.eu, Euro foreign exchange reference rates.
record EcbFeed(PricedAssets assets) implements Feed {
    /// Covers the longest gap: from the rates of Maundy Thursday to those of Easter Tuesday, which come at 16:00
    /// or a little later.
    static final Duration STALE_AFTER = Duration.ofDays(5).plusHours(8);

    private static final String EURO = "EUR";
    private static final ZoneId FRANKFURT = ZoneId.of("Europe/Berlin");
    private static final LocalTime PUBLISHED = LocalTime.of(16, 0);
    private static final XMLInputFactory XML = hardened();

    @Override
    public RateSettings.Source source() {
        return RateSettings.Source.ECB;
    }

    @Override
    public URI home() {
        return URI.create("https://www.ecb.europa.eu");
    }

    @Override
    public Duration every() {
        return Duration.ofMinutes(30);
    }

    @Override
    public Duration staleAfter() {
        return STALE_AFTER;
    }

    @Override
    public boolean isSlow() {
        return true;
    }

    @Override
    public List<Inquiry> inquiries() {
        return List.of(new Inquiry(new HashSet<>(assets.currencies()), "/stats/eurofxref/eurofxref-daily.xml"));
    }

    @Override
    public boolean mayQuote(String base, String quote) {
        return assets.isCurrency(base) && assets.isCurrency(quote);
    }

    @Override
    public Map<Pair, Price> read(Inquiry inquiry, byte[] body, Instant from) throws Unreadable {
        try {
            var reader = XML.createXMLStreamReader(new ByteArrayInputStream(body));
            try {
                return read(reader, from);
            } finally {
                reader.close();
            }
        } catch (XMLStreamException malformed) {
            throw new Unreadable("no XML");
        }
    }

    private Map<Pair, Price> read(XMLStreamReader reader, Instant from) throws XMLStreamException, Unreadable {
        var costs = new HashMap<String, BigDecimal>();
        Optional<Instant> published = Optional.empty();
        while (reader.hasNext()) {
            switch (reader.next()) {
                case XMLStreamConstants.DTD, XMLStreamConstants.ENTITY_REFERENCE ->
                    throw new Unreadable("a document type or an entity");
                case XMLStreamConstants.START_ELEMENT -> {
                    if (reader.getLocalName().equals("Cube")) {
                        var date = attribute(reader, "time");
                        if (!date.isEmpty()) {
                            published = Optional.of(published(date, from));
                        }
                        put(costs, attribute(reader, "currency"), attribute(reader, "rate"));
                    }
                }
                default -> {}
            }
        }
        if (published.isEmpty() || costs.isEmpty()) {
            throw new Unreadable("no date, or no rates of what was asked for");
        }
        costs.put(EURO, BigDecimal.ONE);
        return Feed.crosses(costs, published.get());
    }

    private void put(Map<String, BigDecimal> costs, String currency, String rate) {
        if (assets.isCurrency(currency)) {
            Price.number(rate).ifPresent(cost -> costs.put(currency, cost));
        }
    }

    /// Returns the time of publication. Rejects rates dated in the future: they would count as fresh for too long.
    private static Instant published(String date, Instant now) throws Unreadable {
        try {
            var published =
                    LocalDate.parse(date).atTime(PUBLISHED).atZone(FRANKFURT).toInstant();
            if (published.isAfter(now.plus(Duration.ofDays(1)))) {
                throw new Unreadable("rates of " + date);
            }
            return published.isBefore(now) ? published : now;
        } catch (DateTimeException malformed) {
            throw new Unreadable("no date: " + date);
        }
    }

    private static String attribute(XMLStreamReader reader, String name) {
        var value = reader.getAttributeValue(null, name);
        return value == null ? "" : value;
    }

    private static XMLInputFactory hardened() {
        var factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
        factory.setXMLResolver((_, _, _, _) -> {
            throw new XMLStreamException("nothing outside of the document is read");
        });
        return factory;
    }
}
