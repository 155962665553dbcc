-- In which time zone a person reads times, by its name in the tz database. Who has chosen none reads UTC.
ALTER TABLE merchant_user
    ADD COLUMN time_zone text CHECK (length(time_zone) BETWEEN 1 AND 64);
