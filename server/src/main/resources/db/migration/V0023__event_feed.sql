-- Whoever reads on from where they were must miss nothing. Ids carry the time at which they were made, which is not the
-- order of commits: an event with a smaller id may show later. So an organization's events have positions without gaps,
-- given out under the lock of its feed's row, and the id follows from position and time.

CREATE TABLE event_feed (
    organization_id uuid PRIMARY KEY,
    last_position   bigint NOT NULL CHECK (last_position > 0)
) WITH (fillfactor = 50);

ALTER TABLE event ADD COLUMN position bigint;
UPDATE event SET position = numbered.position
FROM (SELECT organization_id, id, row_number() OVER (PARTITION BY organization_id ORDER BY id) AS position
      FROM event) AS numbered
WHERE event.organization_id = numbered.organization_id AND event.id = numbered.id;
INSERT INTO event_feed (organization_id, last_position)
SELECT organization_id, max(position) FROM event GROUP BY organization_id;

ALTER TABLE event
    DROP CONSTRAINT event_pkey,
    DROP COLUMN id,
    ALTER COLUMN position SET NOT NULL,
    ADD CHECK (position > 0);
ALTER TABLE event ADD PRIMARY KEY (organization_id, position);
