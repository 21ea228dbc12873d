DROP VIEW IF EXISTS "task_hosts_tally";
DROP TABLE IF EXISTS "task_hosts_tally_parts";
DO $do$
BEGIN
CREATE TABLE "task_hosts_tally_parts" ("task_id" text COLLATE "C" NOT NULL, "outcome" text COLLATE "C" NOT NULL, "reason" text COLLATE "C" NOT NULL, part integer NOT NULL, n bigint NOT NULL, PRIMARY KEY ("task_id", "outcome", "reason", part)) WITH (fillfactor = 50);
DROP TRIGGER IF EXISTS "task_hosts_tally_insert" ON "task_hosts";
CREATE OR REPLACE FUNCTION "task_hosts_tally_insert"() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN INSERT INTO "task_hosts_tally_parts" AS stored SELECT "task_id", "outcome", "reason", pg_backend_pid() % 128, sum(change) FROM (SELECT "task_id", "outcome", "reason", 1 AS change FROM new_rows) AS changes GROUP BY "task_id", "outcome", "reason" HAVING sum(change) <> 0 ON CONFLICT ("task_id", "outcome", "reason", part) DO UPDATE SET n = stored.n + excluded.n; RETURN NULL; END $body$;
CREATE TRIGGER "task_hosts_tally_insert" AFTER INSERT ON "task_hosts" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "task_hosts_tally_insert"();
DROP TRIGGER IF EXISTS "task_hosts_tally_update" ON "task_hosts";
CREATE OR REPLACE FUNCTION "task_hosts_tally_update"() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN INSERT INTO "task_hosts_tally_parts" AS stored SELECT "task_id", "outcome", "reason", pg_backend_pid() % 128, sum(change) FROM (SELECT "task_id", "outcome", "reason", -1 AS change FROM old_rows UNION ALL SELECT "task_id", "outcome", "reason", 1 AS change FROM new_rows) AS changes GROUP BY "task_id", "outcome", "reason" HAVING sum(change) <> 0 ON CONFLICT ("task_id", "outcome", "reason", part) DO UPDATE SET n = stored.n + excluded.n; IF FOUND THEN DELETE FROM "task_hosts_tally_parts" AS stored USING (SELECT "task_id", "outcome", "reason" FROM (SELECT "task_id", "outcome", "reason", -1 AS change FROM old_rows UNION ALL SELECT "task_id", "outcome", "reason", 1 AS change FROM new_rows) AS changes GROUP BY "task_id", "outcome", "reason" HAVING sum(change) < 0) AS lost WHERE stored."task_id" = lost."task_id" AND stored."outcome" = lost."outcome" AND stored."reason" = lost."reason" AND (SELECT sum(n) FROM "task_hosts_tally_parts" AS each WHERE each."task_id" = lost."task_id" AND each."outcome" = lost."outcome" AND each."reason" = lost."reason") = 0; END IF; RETURN NULL; END $body$;
CREATE TRIGGER "task_hosts_tally_update" AFTER UPDATE ON "task_hosts" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "task_hosts_tally_update"();
DROP TRIGGER IF EXISTS "task_hosts_tally_delete" ON "task_hosts";
CREATE OR REPLACE FUNCTION "task_hosts_tally_delete"() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN INSERT INTO "task_hosts_tally_parts" AS stored SELECT "task_id", "outcome", "reason", pg_backend_pid() % 128, sum(change) FROM (SELECT "task_id", "outcome", "reason", -1 AS change FROM old_rows) AS changes GROUP BY "task_id", "outcome", "reason" HAVING sum(change) <> 0 ON CONFLICT ("task_id", "outcome", "reason", part) DO UPDATE SET n = stored.n + excluded.n; IF FOUND THEN DELETE FROM "task_hosts_tally_parts" AS stored USING (SELECT "task_id", "outcome", "reason" FROM (SELECT "task_id", "outcome", "reason", -1 AS change FROM old_rows) AS changes GROUP BY "task_id", "outcome", "reason" HAVING sum(change) < 0) AS lost WHERE stored."task_id" = lost."task_id" AND stored."outcome" = lost."outcome" AND stored."reason" = lost."reason" AND (SELECT sum(n) FROM "task_hosts_tally_parts" AS each WHERE each."task_id" = lost."task_id" AND each."outcome" = lost."outcome" AND each."reason" = lost."reason") = 0; END IF; RETURN NULL; END $body$;
CREATE TRIGGER "task_hosts_tally_delete" AFTER DELETE ON "task_hosts" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "task_hosts_tally_delete"();
INSERT INTO "task_hosts_tally_parts" SELECT "task_id", "outcome", "reason", 0, count(*) FROM "task_hosts" GROUP BY 1, 2, 3;
CREATE VIEW "task_hosts_tally" AS SELECT "task_id", "outcome", "reason", sum(n) AS n FROM "task_hosts_tally_parts" GROUP BY "task_id", "outcome", "reason" HAVING sum(n) <> 0;
EXCEPTION WHEN feature_not_supported THEN
CREATE VIEW "task_hosts_tally" AS SELECT "task_id", "outcome", "reason", count(*) AS n FROM "task_hosts" GROUP BY 1, 2, 3;
END
$do$;

DROP VIEW IF EXISTS "devices_tally";
DROP TABLE IF EXISTS "devices_tally_parts";
DO $do$
BEGIN
CREATE TABLE "devices_tally_parts" ("site_id" text COLLATE "C" NOT NULL, "is_archived" boolean NOT NULL, "type" text COLLATE "C" NOT NULL, part integer NOT NULL, n bigint NOT NULL, PRIMARY KEY ("site_id", "is_archived", "type", part)) WITH (fillfactor = 50);
DROP TRIGGER IF EXISTS "devices_tally_insert" ON "devices";
CREATE OR REPLACE FUNCTION "devices_tally_insert"() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN INSERT INTO "devices_tally_parts" AS stored SELECT "site_id", "is_archived", "type", pg_backend_pid() % 128, sum(change) FROM (SELECT "site_id", "is_archived", "type", 1 AS change FROM new_rows) AS changes GROUP BY "site_id", "is_archived", "type" HAVING sum(change) <> 0 ON CONFLICT ("site_id", "is_archived", "type", part) DO UPDATE SET n = stored.n + excluded.n; RETURN NULL; END $body$;
CREATE TRIGGER "devices_tally_insert" AFTER INSERT ON "devices" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "devices_tally_insert"();
DROP TRIGGER IF EXISTS "devices_tally_update" ON "devices";
CREATE OR REPLACE FUNCTION "devices_tally_update"() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN INSERT INTO "devices_tally_parts" AS stored SELECT "site_id", "is_archived", "type", pg_backend_pid() % 128, sum(change) FROM (SELECT "site_id", "is_archived", "type", -1 AS change FROM old_rows UNION ALL SELECT "site_id", "is_archived", "type", 1 AS change FROM new_rows) AS changes GROUP BY "site_id", "is_archived", "type" HAVING sum(change) <> 0 ON CONFLICT ("site_id", "is_archived", "type", part) DO UPDATE SET n = stored.n + excluded.n; IF FOUND THEN DELETE FROM "devices_tally_parts" AS stored USING (SELECT "site_id", "is_archived", "type" FROM (SELECT "site_id", "is_archived", "type", -1 AS change FROM old_rows UNION ALL SELECT "site_id", "is_archived", "type", 1 AS change FROM new_rows) AS changes GROUP BY "site_id", "is_archived", "type" HAVING sum(change) < 0) AS lost WHERE stored."site_id" = lost."site_id" AND stored."is_archived" = lost."is_archived" AND stored."type" = lost."type" AND (SELECT sum(n) FROM "devices_tally_parts" AS each WHERE each."site_id" = lost."site_id" AND each."is_archived" = lost."is_archived" AND each."type" = lost."type") = 0; END IF; RETURN NULL; END $body$;
CREATE TRIGGER "devices_tally_update" AFTER UPDATE ON "devices" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "devices_tally_update"();
DROP TRIGGER IF EXISTS "devices_tally_delete" ON "devices";
CREATE OR REPLACE FUNCTION "devices_tally_delete"() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN INSERT INTO "devices_tally_parts" AS stored SELECT "site_id", "is_archived", "type", pg_backend_pid() % 128, sum(change) FROM (SELECT "site_id", "is_archived", "type", -1 AS change FROM old_rows) AS changes GROUP BY "site_id", "is_archived", "type" HAVING sum(change) <> 0 ON CONFLICT ("site_id", "is_archived", "type", part) DO UPDATE SET n = stored.n + excluded.n; IF FOUND THEN DELETE FROM "devices_tally_parts" AS stored USING (SELECT "site_id", "is_archived", "type" FROM (SELECT "site_id", "is_archived", "type", -1 AS change FROM old_rows) AS changes GROUP BY "site_id", "is_archived", "type" HAVING sum(change) < 0) AS lost WHERE stored."site_id" = lost."site_id" AND stored."is_archived" = lost."is_archived" AND stored."type" = lost."type" AND (SELECT sum(n) FROM "devices_tally_parts" AS each WHERE each."site_id" = lost."site_id" AND each."is_archived" = lost."is_archived" AND each."type" = lost."type") = 0; END IF; RETURN NULL; END $body$;
CREATE TRIGGER "devices_tally_delete" AFTER DELETE ON "devices" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "devices_tally_delete"();
INSERT INTO "devices_tally_parts" SELECT "site_id", "is_archived", "type", 0, count(*) FROM "devices" GROUP BY 1, 2, 3;
CREATE VIEW "devices_tally" AS SELECT "site_id", "is_archived", "type", sum(n) AS n FROM "devices_tally_parts" GROUP BY "site_id", "is_archived", "type" HAVING sum(n) <> 0;
EXCEPTION WHEN feature_not_supported THEN
CREATE VIEW "devices_tally" AS SELECT "site_id", "is_archived", "type", count(*) AS n FROM "devices" GROUP BY 1, 2, 3;
END
$do$;

DROP VIEW IF EXISTS "devices_manufacturer_tally";
DROP TABLE IF EXISTS "devices_manufacturer_tally_parts";
DO $do$
BEGIN
CREATE TABLE "devices_manufacturer_tally_parts" ("site_id" text COLLATE "C" NOT NULL, "is_archived" boolean NOT NULL, "manufacturer" text COLLATE "C" NOT NULL, part integer NOT NULL, n bigint NOT NULL, PRIMARY KEY ("site_id", "is_archived", "manufacturer", part)) WITH (fillfactor = 50);
DROP TRIGGER IF EXISTS "devices_manufacturer_tally_insert" ON "devices";
CREATE OR REPLACE FUNCTION "devices_manufacturer_tally_insert"() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN INSERT INTO "devices_manufacturer_tally_parts" AS stored SELECT "site_id", "is_archived", "manufacturer", pg_backend_pid() % 128, sum(change) FROM (SELECT "site_id", "is_archived", coalesce("manufacturer", '') AS "manufacturer", 1 AS change FROM new_rows) AS changes GROUP BY "site_id", "is_archived", "manufacturer" HAVING sum(change) <> 0 ON CONFLICT ("site_id", "is_archived", "manufacturer", part) DO UPDATE SET n = stored.n + excluded.n; RETURN NULL; END $body$;
CREATE TRIGGER "devices_manufacturer_tally_insert" AFTER INSERT ON "devices" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "devices_manufacturer_tally_insert"();
DROP TRIGGER IF EXISTS "devices_manufacturer_tally_update" ON "devices";
CREATE OR REPLACE FUNCTION "devices_manufacturer_tally_update"() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN INSERT INTO "devices_manufacturer_tally_parts" AS stored SELECT "site_id", "is_archived", "manufacturer", pg_backend_pid() % 128, sum(change) FROM (SELECT "site_id", "is_archived", coalesce("manufacturer", '') AS "manufacturer", -1 AS change FROM old_rows UNION ALL SELECT "site_id", "is_archived", coalesce("manufacturer", '') AS "manufacturer", 1 AS change FROM new_rows) AS changes GROUP BY "site_id", "is_archived", "manufacturer" HAVING sum(change) <> 0 ON CONFLICT ("site_id", "is_archived", "manufacturer", part) DO UPDATE SET n = stored.n + excluded.n; IF FOUND THEN DELETE FROM "devices_manufacturer_tally_parts" AS stored USING (SELECT "site_id", "is_archived", "manufacturer" FROM (SELECT "site_id", "is_archived", coalesce("manufacturer", '') AS "manufacturer", -1 AS change FROM old_rows UNION ALL SELECT "site_id", "is_archived", coalesce("manufacturer", '') AS "manufacturer", 1 AS change FROM new_rows) AS changes GROUP BY "site_id", "is_archived", "manufacturer" HAVING sum(change) < 0) AS lost WHERE stored."site_id" = lost."site_id" AND stored."is_archived" = lost."is_archived" AND stored."manufacturer" = lost."manufacturer" AND (SELECT sum(n) FROM "devices_manufacturer_tally_parts" AS each WHERE each."site_id" = lost."site_id" AND each."is_archived" = lost."is_archived" AND each."manufacturer" = lost."manufacturer") = 0; END IF; RETURN NULL; END $body$;
CREATE TRIGGER "devices_manufacturer_tally_update" AFTER UPDATE ON "devices" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "devices_manufacturer_tally_update"();
DROP TRIGGER IF EXISTS "devices_manufacturer_tally_delete" ON "devices";
CREATE OR REPLACE FUNCTION "devices_manufacturer_tally_delete"() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN INSERT INTO "devices_manufacturer_tally_parts" AS stored SELECT "site_id", "is_archived", "manufacturer", pg_backend_pid() % 128, sum(change) FROM (SELECT "site_id", "is_archived", coalesce("manufacturer", '') AS "manufacturer", -1 AS change FROM old_rows) AS changes GROUP BY "site_id", "is_archived", "manufacturer" HAVING sum(change) <> 0 ON CONFLICT ("site_id", "is_archived", "manufacturer", part) DO UPDATE SET n = stored.n + excluded.n; IF FOUND THEN DELETE FROM "devices_manufacturer_tally_parts" AS stored USING (SELECT "site_id", "is_archived", "manufacturer" FROM (SELECT "site_id", "is_archived", coalesce("manufacturer", '') AS "manufacturer", -1 AS change FROM old_rows) AS changes GROUP BY "site_id", "is_archived", "manufacturer" HAVING sum(change) < 0) AS lost WHERE stored."site_id" = lost."site_id" AND stored."is_archived" = lost."is_archived" AND stored."manufacturer" = lost."manufacturer" AND (SELECT sum(n) FROM "devices_manufacturer_tally_parts" AS each WHERE each."site_id" = lost."site_id" AND each."is_archived" = lost."is_archived" AND each."manufacturer" = lost."manufacturer") = 0; END IF; RETURN NULL; END $body$;
CREATE TRIGGER "devices_manufacturer_tally_delete" AFTER DELETE ON "devices" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "devices_manufacturer_tally_delete"();
INSERT INTO "devices_manufacturer_tally_parts" SELECT "site_id", "is_archived", coalesce("manufacturer", '') AS "manufacturer", 0, count(*) FROM "devices" GROUP BY 1, 2, 3;
CREATE VIEW "devices_manufacturer_tally" AS SELECT "site_id", "is_archived", "manufacturer", sum(n) AS n FROM "devices_manufacturer_tally_parts" GROUP BY "site_id", "is_archived", "manufacturer" HAVING sum(n) <> 0;
EXCEPTION WHEN feature_not_supported THEN
CREATE VIEW "devices_manufacturer_tally" AS SELECT "site_id", "is_archived", coalesce("manufacturer", '') AS "manufacturer", count(*) AS n FROM "devices" GROUP BY 1, 2, 3;
END
$do$;

DROP VIEW IF EXISTS "devices_revision";
DROP TABLE IF EXISTS "devices_revision_parts";
DO $do$
BEGIN
CREATE TABLE "devices_revision_parts" (part integer PRIMARY KEY, n bigint NOT NULL) WITH (fillfactor = 50);
DROP TRIGGER IF EXISTS "devices_revision_insert" ON "devices";
CREATE OR REPLACE FUNCTION "devices_revision_insert"() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN INSERT INTO "devices_revision_parts" AS stored SELECT pg_backend_pid() % 128, 1 WHERE EXISTS (SELECT "site_id", "is_archived", "search_text" FROM new_rows) ON CONFLICT (part) DO UPDATE SET n = stored.n + 1; RETURN NULL; END $body$;
CREATE TRIGGER "devices_revision_insert" AFTER INSERT ON "devices" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "devices_revision_insert"();
DROP TRIGGER IF EXISTS "devices_revision_update" ON "devices";
CREATE OR REPLACE FUNCTION "devices_revision_update"() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN INSERT INTO "devices_revision_parts" AS stored SELECT pg_backend_pid() % 128, 1 WHERE EXISTS (SELECT "site_id", "is_archived", "search_text" FROM new_rows EXCEPT ALL SELECT "site_id", "is_archived", "search_text" FROM old_rows) ON CONFLICT (part) DO UPDATE SET n = stored.n + 1; RETURN NULL; END $body$;
CREATE TRIGGER "devices_revision_update" AFTER UPDATE ON "devices" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "devices_revision_update"();
DROP TRIGGER IF EXISTS "devices_revision_delete" ON "devices";
CREATE OR REPLACE FUNCTION "devices_revision_delete"() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN INSERT INTO "devices_revision_parts" AS stored SELECT pg_backend_pid() % 128, 1 WHERE EXISTS (SELECT "site_id", "is_archived", "search_text" FROM old_rows) ON CONFLICT (part) DO UPDATE SET n = stored.n + 1; RETURN NULL; END $body$;
CREATE TRIGGER "devices_revision_delete" AFTER DELETE ON "devices" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "devices_revision_delete"();
CREATE VIEW "devices_revision" AS SELECT coalesce(sum(n), 0) AS n FROM "devices_revision_parts";
EXCEPTION WHEN feature_not_supported THEN
CREATE VIEW "devices_revision" AS SELECT NULL::bigint AS n;
END
$do$;

DROP VIEW IF EXISTS "device_tags_tally";
DROP TABLE IF EXISTS "device_tags_tally_parts";
DO $do$
BEGIN
CREATE TABLE "device_tags_tally_parts" ("tag_id" text COLLATE "C" NOT NULL, part integer NOT NULL, n bigint NOT NULL, PRIMARY KEY ("tag_id", part)) WITH (fillfactor = 50);
DROP TRIGGER IF EXISTS "device_tags_tally_insert" ON "device_tags";
CREATE OR REPLACE FUNCTION "device_tags_tally_insert"() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN INSERT INTO "device_tags_tally_parts" AS stored SELECT "tag_id", pg_backend_pid() % 128, sum(change) FROM (SELECT "tag_id", 1 AS change FROM new_rows) AS changes GROUP BY "tag_id" HAVING sum(change) <> 0 ON CONFLICT ("tag_id", part) DO UPDATE SET n = stored.n + excluded.n; RETURN NULL; END $body$;
CREATE TRIGGER "device_tags_tally_insert" AFTER INSERT ON "device_tags" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "device_tags_tally_insert"();
DROP TRIGGER IF EXISTS "device_tags_tally_update" ON "device_tags";
CREATE OR REPLACE FUNCTION "device_tags_tally_update"() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN INSERT INTO "device_tags_tally_parts" AS stored SELECT "tag_id", pg_backend_pid() % 128, sum(change) FROM (SELECT "tag_id", -1 AS change FROM old_rows UNION ALL SELECT "tag_id", 1 AS change FROM new_rows) AS changes GROUP BY "tag_id" HAVING sum(change) <> 0 ON CONFLICT ("tag_id", part) DO UPDATE SET n = stored.n + excluded.n; IF FOUND THEN DELETE FROM "device_tags_tally_parts" AS stored USING (SELECT "tag_id" FROM (SELECT "tag_id", -1 AS change FROM old_rows UNION ALL SELECT "tag_id", 1 AS change FROM new_rows) AS changes GROUP BY "tag_id" HAVING sum(change) < 0) AS lost WHERE stored."tag_id" = lost."tag_id" AND (SELECT sum(n) FROM "device_tags_tally_parts" AS each WHERE each."tag_id" = lost."tag_id") = 0; END IF; RETURN NULL; END $body$;
CREATE TRIGGER "device_tags_tally_update" AFTER UPDATE ON "device_tags" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "device_tags_tally_update"();
DROP TRIGGER IF EXISTS "device_tags_tally_delete" ON "device_tags";
CREATE OR REPLACE FUNCTION "device_tags_tally_delete"() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN INSERT INTO "device_tags_tally_parts" AS stored SELECT "tag_id", pg_backend_pid() % 128, sum(change) FROM (SELECT "tag_id", -1 AS change FROM old_rows) AS changes GROUP BY "tag_id" HAVING sum(change) <> 0 ON CONFLICT ("tag_id", part) DO UPDATE SET n = stored.n + excluded.n; IF FOUND THEN DELETE FROM "device_tags_tally_parts" AS stored USING (SELECT "tag_id" FROM (SELECT "tag_id", -1 AS change FROM old_rows) AS changes GROUP BY "tag_id" HAVING sum(change) < 0) AS lost WHERE stored."tag_id" = lost."tag_id" AND (SELECT sum(n) FROM "device_tags_tally_parts" AS each WHERE each."tag_id" = lost."tag_id") = 0; END IF; RETURN NULL; END $body$;
CREATE TRIGGER "device_tags_tally_delete" AFTER DELETE ON "device_tags" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "device_tags_tally_delete"();
INSERT INTO "device_tags_tally_parts" SELECT "tag_id", 0, count(*) FROM "device_tags" GROUP BY 1;
CREATE VIEW "device_tags_tally" AS SELECT "tag_id", sum(n) AS n FROM "device_tags_tally_parts" GROUP BY "tag_id" HAVING sum(n) <> 0;
EXCEPTION WHEN feature_not_supported THEN
CREATE VIEW "device_tags_tally" AS SELECT "tag_id", count(*) AS n FROM "device_tags" GROUP BY 1;
END
$do$;

DROP VIEW IF EXISTS "device_versions_revision";
DROP TABLE IF EXISTS "device_versions_revision_parts";
DO $do$
BEGIN
CREATE TABLE "device_versions_revision_parts" (part integer PRIMARY KEY, n bigint NOT NULL) WITH (fillfactor = 50);
DROP TRIGGER IF EXISTS "device_versions_revision_insert" ON "device_versions";
CREATE OR REPLACE FUNCTION "device_versions_revision_insert"() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN INSERT INTO "device_versions_revision_parts" AS stored SELECT pg_backend_pid() % 128, 1 WHERE EXISTS (SELECT "site_id", "from_time", "until_time", "type", "last_segment_id" FROM new_rows) ON CONFLICT (part) DO UPDATE SET n = stored.n + 1; RETURN NULL; END $body$;
CREATE TRIGGER "device_versions_revision_insert" AFTER INSERT ON "device_versions" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "device_versions_revision_insert"();
DROP TRIGGER IF EXISTS "device_versions_revision_update" ON "device_versions";
CREATE OR REPLACE FUNCTION "device_versions_revision_update"() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN INSERT INTO "device_versions_revision_parts" AS stored SELECT pg_backend_pid() % 128, 1 WHERE EXISTS (SELECT "site_id", "from_time", "until_time", "type", "last_segment_id" FROM new_rows EXCEPT ALL SELECT "site_id", "from_time", "until_time", "type", "last_segment_id" FROM old_rows) ON CONFLICT (part) DO UPDATE SET n = stored.n + 1; RETURN NULL; END $body$;
CREATE TRIGGER "device_versions_revision_update" AFTER UPDATE ON "device_versions" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "device_versions_revision_update"();
DROP TRIGGER IF EXISTS "device_versions_revision_delete" ON "device_versions";
CREATE OR REPLACE FUNCTION "device_versions_revision_delete"() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN INSERT INTO "device_versions_revision_parts" AS stored SELECT pg_backend_pid() % 128, 1 WHERE EXISTS (SELECT "site_id", "from_time", "until_time", "type", "last_segment_id" FROM old_rows) ON CONFLICT (part) DO UPDATE SET n = stored.n + 1; RETURN NULL; END $body$;
CREATE TRIGGER "device_versions_revision_delete" AFTER DELETE ON "device_versions" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "device_versions_revision_delete"();
CREATE VIEW "device_versions_revision" AS SELECT coalesce(sum(n), 0) AS n FROM "device_versions_revision_parts";
EXCEPTION WHEN feature_not_supported THEN
CREATE VIEW "device_versions_revision" AS SELECT NULL::bigint AS n;
END
$do$;

DROP VIEW IF EXISTS "findings_tally";
DROP TABLE IF EXISTS "findings_tally_parts";
DO $do$
BEGIN
CREATE TABLE "findings_tally_parts" ("site_id" text COLLATE "C" NOT NULL, "rule_id" text COLLATE "C" NOT NULL, "state" text COLLATE "C" NOT NULL, part integer NOT NULL, n bigint NOT NULL, PRIMARY KEY ("site_id", "rule_id", "state", part)) WITH (fillfactor = 50);
DROP TRIGGER IF EXISTS "findings_tally_insert" ON "findings";
CREATE OR REPLACE FUNCTION "findings_tally_insert"() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN INSERT INTO "findings_tally_parts" AS stored SELECT "site_id", "rule_id", "state", pg_backend_pid() % 128, sum(change) FROM (SELECT "site_id", "rule_id", "state", 1 AS change FROM new_rows) AS changes GROUP BY "site_id", "rule_id", "state" HAVING sum(change) <> 0 ON CONFLICT ("site_id", "rule_id", "state", part) DO UPDATE SET n = stored.n + excluded.n; RETURN NULL; END $body$;
CREATE TRIGGER "findings_tally_insert" AFTER INSERT ON "findings" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "findings_tally_insert"();
DROP TRIGGER IF EXISTS "findings_tally_update" ON "findings";
CREATE OR REPLACE FUNCTION "findings_tally_update"() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN INSERT INTO "findings_tally_parts" AS stored SELECT "site_id", "rule_id", "state", pg_backend_pid() % 128, sum(change) FROM (SELECT "site_id", "rule_id", "state", -1 AS change FROM old_rows UNION ALL SELECT "site_id", "rule_id", "state", 1 AS change FROM new_rows) AS changes GROUP BY "site_id", "rule_id", "state" HAVING sum(change) <> 0 ON CONFLICT ("site_id", "rule_id", "state", part) DO UPDATE SET n = stored.n + excluded.n; IF FOUND THEN DELETE FROM "findings_tally_parts" AS stored USING (SELECT "site_id", "rule_id", "state" FROM (SELECT "site_id", "rule_id", "state", -1 AS change FROM old_rows UNION ALL SELECT "site_id", "rule_id", "state", 1 AS change FROM new_rows) AS changes GROUP BY "site_id", "rule_id", "state" HAVING sum(change) < 0) AS lost WHERE stored."site_id" = lost."site_id" AND stored."rule_id" = lost."rule_id" AND stored."state" = lost."state" AND (SELECT sum(n) FROM "findings_tally_parts" AS each WHERE each."site_id" = lost."site_id" AND each."rule_id" = lost."rule_id" AND each."state" = lost."state") = 0; END IF; RETURN NULL; END $body$;
CREATE TRIGGER "findings_tally_update" AFTER UPDATE ON "findings" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "findings_tally_update"();
DROP TRIGGER IF EXISTS "findings_tally_delete" ON "findings";
CREATE OR REPLACE FUNCTION "findings_tally_delete"() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN INSERT INTO "findings_tally_parts" AS stored SELECT "site_id", "rule_id", "state", pg_backend_pid() % 128, sum(change) FROM (SELECT "site_id", "rule_id", "state", -1 AS change FROM old_rows) AS changes GROUP BY "site_id", "rule_id", "state" HAVING sum(change) <> 0 ON CONFLICT ("site_id", "rule_id", "state", part) DO UPDATE SET n = stored.n + excluded.n; IF FOUND THEN DELETE FROM "findings_tally_parts" AS stored USING (SELECT "site_id", "rule_id", "state" FROM (SELECT "site_id", "rule_id", "state", -1 AS change FROM old_rows) AS changes GROUP BY "site_id", "rule_id", "state" HAVING sum(change) < 0) AS lost WHERE stored."site_id" = lost."site_id" AND stored."rule_id" = lost."rule_id" AND stored."state" = lost."state" AND (SELECT sum(n) FROM "findings_tally_parts" AS each WHERE each."site_id" = lost."site_id" AND each."rule_id" = lost."rule_id" AND each."state" = lost."state") = 0; END IF; RETURN NULL; END $body$;
CREATE TRIGGER "findings_tally_delete" AFTER DELETE ON "findings" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "findings_tally_delete"();
INSERT INTO "findings_tally_parts" SELECT "site_id", "rule_id", "state", 0, count(*) FROM "findings" GROUP BY 1, 2, 3;
CREATE VIEW "findings_tally" AS SELECT "site_id", "rule_id", "state", sum(n) AS n FROM "findings_tally_parts" GROUP BY "site_id", "rule_id", "state" HAVING sum(n) <> 0;
EXCEPTION WHEN feature_not_supported THEN
CREATE VIEW "findings_tally" AS SELECT "site_id", "rule_id", "state", count(*) AS n FROM "findings" GROUP BY 1, 2, 3;
END
$do$;
