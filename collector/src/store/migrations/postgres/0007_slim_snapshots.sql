-- The old tables are copied into new ones with numbers for keys. What they hold is packed later.
ALTER TABLE "sections" RENAME TO "old_sections";

ALTER TABLE "snapshots" RENAME TO "old_snapshots";

ALTER TABLE "raw_payloads" RENAME TO "old_raw_payloads";

ALTER INDEX "sections_pkey" RENAME TO "old_sections_pkey";

ALTER INDEX "snapshots_pkey" RENAME TO "old_snapshots_pkey";

ALTER INDEX "raw_payloads_pkey" RENAME TO "old_raw_payloads_pkey";

DROP INDEX "sections_base";

DROP INDEX "snapshots_observation";

DROP INDEX "snapshots_device";

DROP INDEX "snapshots_hardware";

DROP INDEX "snapshots_software";

DROP INDEX "snapshots_network";

DROP INDEX "snapshots_custom_fields";

ALTER TABLE "old_sections" ADD COLUMN "seq" bigserial;

ALTER TABLE "old_snapshots" ADD COLUMN "seq" bigserial;

CREATE TABLE "sections" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"hash" "bytea" NOT NULL,
	"content" "bytea" NOT NULL,
	"size" bigint NOT NULL,
	"dictionary_seq" bigint,
	"place" bigint DEFAULT 0 NOT NULL,
	"rebase_at" bigint,
	"base_seq" bigint,
	"form" bigint DEFAULT 0 NOT NULL
);

CREATE TABLE "snapshot_sites" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"site_id" text COLLATE "C" NOT NULL
);

CREATE TABLE "snapshot_facts" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"hash" "bytea",
	"schedule_id" text COLLATE "C",
	"audit_service_id" text COLLATE "C",
	"agent_id" text COLLATE "C",
	"identity" json NOT NULL,
	"report" json NOT NULL,
	"match" json NOT NULL
);

CREATE TABLE "snapshots" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"site_seq" bigint NOT NULL,
	"device_id" uuid NOT NULL,
	"observation_id" uuid NOT NULL,
	"audit_date" bigint NOT NULL,
	"received_at" bigint NOT NULL,
	"source" text COLLATE "C" NOT NULL,
	"depth" text COLLATE "C" NOT NULL,
	"task_id" text COLLATE "C",
	"facts_seq" bigint NOT NULL,
	"hardware_seq" bigint,
	"software_seq" bigint,
	"network_seq" bigint,
	"custom_fields_seq" bigint,
	"is_packed" boolean DEFAULT false NOT NULL
);

CREATE TABLE "raw_payloads" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"content" "bytea" NOT NULL,
	"size" bigint NOT NULL,
	"dictionary_seq" bigint,
	"place" bigint DEFAULT 0 NOT NULL,
	"rebase_at" bigint
);

ALTER TABLE "sections" ADD CONSTRAINT "sections_dictionary_seq_sections_seq_fk" FOREIGN KEY ("dictionary_seq") REFERENCES "sections"("seq") ON DELETE no action ON UPDATE no action;

ALTER TABLE "sections" ADD CONSTRAINT "sections_base_seq_sections_seq_fk" FOREIGN KEY ("base_seq") REFERENCES "sections"("seq") ON DELETE no action ON UPDATE no action;

ALTER TABLE "snapshots" ADD CONSTRAINT "snapshots_site_seq_snapshot_sites_seq_fk" FOREIGN KEY ("site_seq") REFERENCES "snapshot_sites"("seq") ON DELETE no action ON UPDATE no action;

ALTER TABLE "snapshots" ADD CONSTRAINT "snapshots_facts_seq_snapshot_facts_seq_fk" FOREIGN KEY ("facts_seq") REFERENCES "snapshot_facts"("seq") ON DELETE no action ON UPDATE no action;

ALTER TABLE "snapshots" ADD CONSTRAINT "snapshots_hardware_seq_sections_seq_fk" FOREIGN KEY ("hardware_seq") REFERENCES "sections"("seq") ON DELETE no action ON UPDATE no action;

ALTER TABLE "snapshots" ADD CONSTRAINT "snapshots_software_seq_sections_seq_fk" FOREIGN KEY ("software_seq") REFERENCES "sections"("seq") ON DELETE no action ON UPDATE no action;

ALTER TABLE "snapshots" ADD CONSTRAINT "snapshots_network_seq_sections_seq_fk" FOREIGN KEY ("network_seq") REFERENCES "sections"("seq") ON DELETE no action ON UPDATE no action;

ALTER TABLE "snapshots" ADD CONSTRAINT "snapshots_custom_fields_seq_sections_seq_fk" FOREIGN KEY ("custom_fields_seq") REFERENCES "sections"("seq") ON DELETE no action ON UPDATE no action;

ALTER TABLE "raw_payloads" ADD CONSTRAINT "raw_payloads_dictionary_seq_raw_payloads_seq_fk" FOREIGN KEY ("dictionary_seq") REFERENCES "raw_payloads"("seq") ON DELETE no action ON UPDATE no action;

CREATE UNIQUE INDEX "sections_hash" ON "sections" USING btree ("hash");

CREATE INDEX "sections_base" ON "sections" USING btree ("base_seq") WHERE "sections"."base_seq" is not null;

CREATE INDEX "sections_dictionary" ON "sections" USING btree ("dictionary_seq") WHERE "sections"."dictionary_seq" is not null;

CREATE INDEX "sections_rebase" ON "sections" USING btree ("rebase_at") WHERE "sections"."rebase_at" is not null;

CREATE UNIQUE INDEX "snapshot_sites_site" ON "snapshot_sites" USING btree ("site_id");

CREATE UNIQUE INDEX "snapshot_facts_hash" ON "snapshot_facts" USING btree ("hash");

CREATE UNIQUE INDEX "snapshots_id" ON "snapshots" USING btree ("id");

CREATE UNIQUE INDEX "snapshots_observation" ON "snapshots" USING btree ("observation_id","site_seq");

CREATE INDEX "snapshots_device" ON "snapshots" USING btree ("device_id","audit_date");

CREATE INDEX "snapshots_origin" ON "snapshots" USING btree ("device_id","source","depth","audit_date");

CREATE INDEX "snapshots_facts" ON "snapshots" USING btree ("facts_seq");

CREATE INDEX "snapshots_hardware" ON "snapshots" USING btree ("hardware_seq") WHERE "snapshots"."hardware_seq" is not null;

CREATE INDEX "snapshots_software" ON "snapshots" USING btree ("software_seq") WHERE "snapshots"."software_seq" is not null;

CREATE INDEX "snapshots_network" ON "snapshots" USING btree ("network_seq") WHERE "snapshots"."network_seq" is not null;

CREATE INDEX "snapshots_custom_fields" ON "snapshots" USING btree ("custom_fields_seq") WHERE "snapshots"."custom_fields_seq" is not null;

CREATE INDEX "snapshots_unpacked" ON "snapshots" USING btree ("seq") WHERE not "snapshots"."is_packed";

CREATE INDEX "raw_payloads_dictionary" ON "raw_payloads" USING btree ("dictionary_seq") WHERE "raw_payloads"."dictionary_seq" is not null;

CREATE INDEX "raw_payloads_rebase" ON "raw_payloads" USING btree ("rebase_at") WHERE "raw_payloads"."rebase_at" is not null;

INSERT INTO "sections" ("seq", "hash", "content", "size", "base_seq")
SELECT section.seq, decode(section.hash, 'hex'), section.content, section.size, base.seq
FROM "old_sections" section LEFT JOIN "old_sections" base ON base.hash = section.base_hash;

INSERT INTO "snapshot_sites" ("site_id") SELECT DISTINCT site_id FROM "old_snapshots" ORDER BY site_id;

INSERT INTO "snapshot_facts" ("seq", "schedule_id", "audit_service_id", "agent_id", "identity", "report", "match")
SELECT seq, schedule_id, audit_service_id, agent_id, "identity", report, "match" FROM "old_snapshots";

INSERT INTO "snapshots" ("seq", "id", "site_seq", "device_id", "observation_id", "audit_date", "received_at", "source", "depth", "task_id", "facts_seq", "hardware_seq", "software_seq", "network_seq", "custom_fields_seq")
SELECT old.seq, old.id::uuid, site.seq, old.device_id::uuid, old.observation_id::uuid, old.audit_date, old.received_at, old.source, old.depth, old.task_id, old.seq, hardware.seq, software.seq, network.seq, custom_fields.seq
FROM "old_snapshots" old
JOIN "snapshot_sites" site ON site.site_id = old.site_id
LEFT JOIN "old_sections" hardware ON hardware.hash = old.hardware_hash
LEFT JOIN "old_sections" software ON software.hash = old.software_hash
LEFT JOIN "old_sections" network ON network.hash = old.network_hash
LEFT JOIN "old_sections" custom_fields ON custom_fields.hash = old.custom_fields_hash;

INSERT INTO "raw_payloads" ("seq", "content", "size")
SELECT snapshot.seq, payload.content, payload.size
FROM "old_raw_payloads" payload JOIN "old_snapshots" snapshot ON snapshot.id = payload.snapshot_id;

SELECT setval(pg_get_serial_sequence('sections', 'seq'), max(seq)) FROM "sections" HAVING max(seq) IS NOT NULL;

SELECT setval(pg_get_serial_sequence('snapshot_facts', 'seq'), max(seq)) FROM "snapshot_facts" HAVING max(seq) IS NOT NULL;

SELECT setval(pg_get_serial_sequence('snapshots', 'seq'), max(seq)) FROM "snapshots" HAVING max(seq) IS NOT NULL;

DROP TABLE "old_raw_payloads";

DROP TABLE "old_snapshots";

DROP TABLE "old_sections";
