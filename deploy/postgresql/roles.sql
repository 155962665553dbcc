-- The roles of a deployment and its database, for psql as a superuser:
--
--   psql -v owner="'…'" -v serving="'…'" -v backup="'…'" -f roles.sql
--
-- with a password of its own for each. sluice owns the tables and migrates them; sluice_serving is what nodes serve by,
-- and owns nothing; sluice_backup copies the cluster, and reads no table.
\set ON_ERROR_STOP on
SET password_encryption = 'scram-sha-256';
CREATE ROLE sluice LOGIN PASSWORD :owner;
CREATE ROLE sluice_serving LOGIN PASSWORD :serving;
CREATE ROLE sluice_backup LOGIN REPLICATION PASSWORD :backup;
CREATE DATABASE sluice OWNER sluice;
REVOKE ALL ON DATABASE sluice FROM PUBLIC;
GRANT CONNECT ON DATABASE sluice TO sluice_serving;
