DROP VIEW IF EXISTS "devices_revision";
DROP TABLE IF EXISTS "devices_revision_parts";
DO $do$
BEGIN
CREATE TABLE "devices_revision_parts" (part integer PRIMARY KEY, n bigint NOT NULL) WITH (fillfactor = 50);
DROP TRIGGER IF EXISTS "devices_revision_insert" ON "devices";
CREATE OR REPLACE FUNCTION "devices_revision_insert"() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN INSERT INTO "devices_revision_parts" AS stored SELECT pg_backend_pid() % 128, 1 WHERE EXISTS (SELECT "site_id", "is_archived", "type", "search_text" FROM new_rows) ON CONFLICT (part) DO UPDATE SET n = stored.n + 1; RETURN NULL; END $body$;
CREATE TRIGGER "devices_revision_insert" AFTER INSERT ON "devices" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "devices_revision_insert"();
DROP TRIGGER IF EXISTS "devices_revision_update" ON "devices";
CREATE OR REPLACE FUNCTION "devices_revision_update"() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN INSERT INTO "devices_revision_parts" AS stored SELECT pg_backend_pid() % 128, 1 WHERE EXISTS (SELECT "site_id", "is_archived", "type", "search_text" FROM new_rows EXCEPT ALL SELECT "site_id", "is_archived", "type", "search_text" FROM old_rows) ON CONFLICT (part) DO UPDATE SET n = stored.n + 1; RETURN NULL; END $body$;
CREATE TRIGGER "devices_revision_update" AFTER UPDATE ON "devices" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "devices_revision_update"();
DROP TRIGGER IF EXISTS "devices_revision_delete" ON "devices";
CREATE OR REPLACE FUNCTION "devices_revision_delete"() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN INSERT INTO "devices_revision_parts" AS stored SELECT pg_backend_pid() % 128, 1 WHERE EXISTS (SELECT "site_id", "is_archived", "type", "search_text" FROM old_rows) ON CONFLICT (part) DO UPDATE SET n = stored.n + 1; RETURN NULL; END $body$;
CREATE TRIGGER "devices_revision_delete" AFTER DELETE ON "devices" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "devices_revision_delete"();
CREATE VIEW "devices_revision" AS SELECT coalesce(sum(n), 0) AS n FROM "devices_revision_parts";
EXCEPTION WHEN feature_not_supported THEN
CREATE VIEW "devices_revision" AS SELECT NULL::bigint AS n;
END
$do$;

DROP VIEW IF EXISTS "device_tags_revision";
DROP TABLE IF EXISTS "device_tags_revision_parts";
DO $do$
BEGIN
CREATE TABLE "device_tags_revision_parts" (part integer PRIMARY KEY, n bigint NOT NULL) WITH (fillfactor = 50);
DROP TRIGGER IF EXISTS "device_tags_revision_insert" ON "device_tags";
CREATE OR REPLACE FUNCTION "device_tags_revision_insert"() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN INSERT INTO "device_tags_revision_parts" AS stored SELECT pg_backend_pid() % 128, 1 WHERE EXISTS (SELECT "device_id", "tag_id" FROM new_rows) ON CONFLICT (part) DO UPDATE SET n = stored.n + 1; RETURN NULL; END $body$;
CREATE TRIGGER "device_tags_revision_insert" AFTER INSERT ON "device_tags" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "device_tags_revision_insert"();
DROP TRIGGER IF EXISTS "device_tags_revision_update" ON "device_tags";
CREATE OR REPLACE FUNCTION "device_tags_revision_update"() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN INSERT INTO "device_tags_revision_parts" AS stored SELECT pg_backend_pid() % 128, 1 WHERE EXISTS (SELECT "device_id", "tag_id" FROM new_rows EXCEPT ALL SELECT "device_id", "tag_id" FROM old_rows) ON CONFLICT (part) DO UPDATE SET n = stored.n + 1; RETURN NULL; END $body$;
CREATE TRIGGER "device_tags_revision_update" AFTER UPDATE ON "device_tags" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "device_tags_revision_update"();
DROP TRIGGER IF EXISTS "device_tags_revision_delete" ON "device_tags";
CREATE OR REPLACE FUNCTION "device_tags_revision_delete"() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN INSERT INTO "device_tags_revision_parts" AS stored SELECT pg_backend_pid() % 128, 1 WHERE EXISTS (SELECT "device_id", "tag_id" FROM old_rows) ON CONFLICT (part) DO UPDATE SET n = stored.n + 1; RETURN NULL; END $body$;
CREATE TRIGGER "device_tags_revision_delete" AFTER DELETE ON "device_tags" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "device_tags_revision_delete"();
CREATE VIEW "device_tags_revision" AS SELECT coalesce(sum(n), 0) AS n FROM "device_tags_revision_parts";
EXCEPTION WHEN feature_not_supported THEN
CREATE VIEW "device_tags_revision" AS SELECT NULL::bigint AS n;
END
$do$;
