ALTER TABLE "device_states" ADD COLUMN "custom_fields_hash" text COLLATE "C";

ALTER TABLE "device_states" ADD COLUMN "earlier" json;

-- A section that the newest snapshot of an origin does not have comes from the newest one before it that has the section.
UPDATE "device_states" SET "custom_fields_hash" = (
	SELECT encode("sections"."hash", 'hex') FROM "snapshots" JOIN "sections" ON "sections"."seq" = "snapshots"."custom_fields_seq"
	WHERE "snapshots"."id" = cast("device_states"."snapshot_id" AS uuid)
);

UPDATE "device_states" SET
	"hardware_hash" = encode("found"."hash", 'hex'),
	"earlier" = (coalesce("earlier"::jsonb, '{}'::jsonb) || jsonb_build_object('hardware', jsonb_build_object(
		'snapshotId', "found"."id"::text,
		'observationId', "found"."observation_id"::text,
		'auditDate', to_char(to_timestamp("found"."audit_date" / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') || '.' || lpad(("found"."audit_date" % 1000)::text, 3, '0') || 'Z'
	)))::json
FROM (
	SELECT DISTINCT ON ("snapshots"."device_id", "snapshots"."source", "snapshots"."depth") "snapshots"."id",
		"snapshots"."observation_id", "snapshots"."audit_date", "snapshots"."device_id", "snapshots"."source",
		"snapshots"."depth", "sections"."hash"
	FROM "device_states" AS "lacking"
	JOIN "snapshots" ON "snapshots"."device_id" = cast("lacking"."device_id" AS uuid)
		AND "snapshots"."source" = "lacking"."source" AND "snapshots"."depth" = "lacking"."depth"
	JOIN "sections" ON "sections"."seq" = "snapshots"."hardware_seq"
	WHERE "lacking"."hardware_hash" IS NULL
	ORDER BY "snapshots"."device_id", "snapshots"."source", "snapshots"."depth", "snapshots"."audit_date" DESC, "snapshots"."observation_id" DESC
) AS "found"
WHERE "device_states"."hardware_hash" IS NULL
	AND cast("device_states"."device_id" AS uuid) = "found"."device_id"
	AND "device_states"."source" = "found"."source" AND "device_states"."depth" = "found"."depth";

UPDATE "device_states" SET
	"software_hash" = encode("found"."hash", 'hex'),
	"earlier" = (coalesce("earlier"::jsonb, '{}'::jsonb) || jsonb_build_object('software', jsonb_build_object(
		'snapshotId', "found"."id"::text,
		'observationId', "found"."observation_id"::text,
		'auditDate', to_char(to_timestamp("found"."audit_date" / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') || '.' || lpad(("found"."audit_date" % 1000)::text, 3, '0') || 'Z'
	)))::json
FROM (
	SELECT DISTINCT ON ("snapshots"."device_id", "snapshots"."source", "snapshots"."depth") "snapshots"."id",
		"snapshots"."observation_id", "snapshots"."audit_date", "snapshots"."device_id", "snapshots"."source",
		"snapshots"."depth", "sections"."hash"
	FROM "device_states" AS "lacking"
	JOIN "snapshots" ON "snapshots"."device_id" = cast("lacking"."device_id" AS uuid)
		AND "snapshots"."source" = "lacking"."source" AND "snapshots"."depth" = "lacking"."depth"
	JOIN "sections" ON "sections"."seq" = "snapshots"."software_seq"
	WHERE "lacking"."software_hash" IS NULL
	ORDER BY "snapshots"."device_id", "snapshots"."source", "snapshots"."depth", "snapshots"."audit_date" DESC, "snapshots"."observation_id" DESC
) AS "found"
WHERE "device_states"."software_hash" IS NULL
	AND cast("device_states"."device_id" AS uuid) = "found"."device_id"
	AND "device_states"."source" = "found"."source" AND "device_states"."depth" = "found"."depth";

UPDATE "device_states" SET
	"network_hash" = encode("found"."hash", 'hex'),
	"earlier" = (coalesce("earlier"::jsonb, '{}'::jsonb) || jsonb_build_object('network', jsonb_build_object(
		'snapshotId', "found"."id"::text,
		'observationId', "found"."observation_id"::text,
		'auditDate', to_char(to_timestamp("found"."audit_date" / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') || '.' || lpad(("found"."audit_date" % 1000)::text, 3, '0') || 'Z'
	)))::json
FROM (
	SELECT DISTINCT ON ("snapshots"."device_id", "snapshots"."source", "snapshots"."depth") "snapshots"."id",
		"snapshots"."observation_id", "snapshots"."audit_date", "snapshots"."device_id", "snapshots"."source",
		"snapshots"."depth", "sections"."hash"
	FROM "device_states" AS "lacking"
	JOIN "snapshots" ON "snapshots"."device_id" = cast("lacking"."device_id" AS uuid)
		AND "snapshots"."source" = "lacking"."source" AND "snapshots"."depth" = "lacking"."depth"
	JOIN "sections" ON "sections"."seq" = "snapshots"."network_seq"
	WHERE "lacking"."network_hash" IS NULL
	ORDER BY "snapshots"."device_id", "snapshots"."source", "snapshots"."depth", "snapshots"."audit_date" DESC, "snapshots"."observation_id" DESC
) AS "found"
WHERE "device_states"."network_hash" IS NULL
	AND cast("device_states"."device_id" AS uuid) = "found"."device_id"
	AND "device_states"."source" = "found"."source" AND "device_states"."depth" = "found"."depth";

UPDATE "device_states" SET
	"custom_fields_hash" = encode("found"."hash", 'hex'),
	"earlier" = (coalesce("earlier"::jsonb, '{}'::jsonb) || jsonb_build_object('customFields', jsonb_build_object(
		'snapshotId', "found"."id"::text,
		'observationId', "found"."observation_id"::text,
		'auditDate', to_char(to_timestamp("found"."audit_date" / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') || '.' || lpad(("found"."audit_date" % 1000)::text, 3, '0') || 'Z'
	)))::json
FROM (
	SELECT DISTINCT ON ("snapshots"."device_id", "snapshots"."source", "snapshots"."depth") "snapshots"."id",
		"snapshots"."observation_id", "snapshots"."audit_date", "snapshots"."device_id", "snapshots"."source",
		"snapshots"."depth", "sections"."hash"
	FROM "device_states" AS "lacking"
	JOIN "snapshots" ON "snapshots"."device_id" = cast("lacking"."device_id" AS uuid)
		AND "snapshots"."source" = "lacking"."source" AND "snapshots"."depth" = "lacking"."depth"
	JOIN "sections" ON "sections"."seq" = "snapshots"."custom_fields_seq"
	WHERE "lacking"."custom_fields_hash" IS NULL
	ORDER BY "snapshots"."device_id", "snapshots"."source", "snapshots"."depth", "snapshots"."audit_date" DESC, "snapshots"."observation_id" DESC
) AS "found"
WHERE "device_states"."custom_fields_hash" IS NULL
	AND cast("device_states"."device_id" AS uuid) = "found"."device_id"
	AND "device_states"."source" = "found"."source" AND "device_states"."depth" = "found"."depth";
