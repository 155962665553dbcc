-- A data key seals for a week; then one follows that every node has known for an hour.
-- Nothing stands here of a key from before: nobody knows how old it is.
ALTER TABLE vault_keyset ADD COLUMN sealing_since timestamptz, ADD COLUMN next_since timestamptz;
