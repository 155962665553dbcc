-- What is forgotten by its age is found in the order of its age. A summary of blocks (BRIN) finds it only until the
-- first rows were forgotten: new ones fill their places, so that each block has old and new ones, and its summary,
-- which never shrinks, fits them all. From then on a sweep read nearly the whole table, every minute, and ended at its
-- time limit. Of each table by a step of its own, which makes first and drops then: so no table is locked while
-- indexes of another are made.
-- Without a key they are forgotten sooner, by an index of their own: each row is in one of the two.
CREATE INDEX replay_answer_keyed ON replay_answer (created_at) WHERE idempotency_key IS NOT NULL;
DROP INDEX replay_answer_created;
