CREATE TABLE "device_archives" (
	"device_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"kept" json NOT NULL
);

CREATE TABLE "device_versions" (
	"device_id" text COLLATE "C" NOT NULL,
	"site_id" text COLLATE "C" NOT NULL,
	"from_time" bigint NOT NULL,
	"until_time" bigint NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"name_key" text COLLATE "C" NOT NULL,
	"dns_name" text COLLATE "C",
	"mac_address" text COLLATE "C",
	"ip_address" text COLLATE "C",
	"ip_key" text COLLATE "C",
	"serial_number" text COLLATE "C",
	"asset_tag" text COLLATE "C",
	"type" text COLLATE "C" NOT NULL,
	"manufacturer" text COLLATE "C",
	"model" text COLLATE "C",
	"search_text" text COLLATE "C" NOT NULL,
	"last_segment_id" text COLLATE "C",
	CONSTRAINT "device_versions_device_id_from_time_pk" PRIMARY KEY("device_id","from_time")
);

CREATE TABLE "device_tag_spans" (
	"device_id" text COLLATE "C" NOT NULL,
	"tag_id" text COLLATE "C" NOT NULL,
	"from_time" bigint NOT NULL,
	"until_time" bigint NOT NULL,
	"site_id" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"name_key" text COLLATE "C" NOT NULL,
	CONSTRAINT "device_tag_spans_device_id_tag_id_from_time_pk" PRIMARY KEY("device_id","tag_id","from_time")
);

CREATE TABLE "device_rewrites" (
	"device_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"site_id" text COLLATE "C" NOT NULL,
	"from_time" bigint NOT NULL
);

CREATE TABLE "stale_marks" (
	"site_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"last_seen" bigint NOT NULL
);

DROP INDEX "devices_name";

DROP INDEX "devices_last_seen";

DROP INDEX "devices_ip";

DROP INDEX "devices_type";

DROP INDEX "devices_modified";

DROP INDEX "devices_segment";

DROP INDEX "devices_audit";

ALTER TABLE "devices" ADD COLUMN "is_archived" boolean DEFAULT false NOT NULL;

ALTER TABLE "devices" ADD COLUMN "archived_at" bigint;

ALTER TABLE "device_archives" ADD CONSTRAINT "device_archives_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "devices"("id") ON DELETE cascade ON UPDATE no action;

ALTER TABLE "device_rewrites" ADD CONSTRAINT "device_rewrites_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "devices"("id") ON DELETE cascade ON UPDATE no action;

CREATE INDEX "device_versions_list" ON "device_versions" USING btree ("site_id","until_time","from_time","name_key","device_id");

CREATE INDEX "device_tag_spans_tag" ON "device_tag_spans" USING btree ("tag_id","until_time");

CREATE INDEX "device_tag_spans_name" ON "device_tag_spans" USING btree ("site_id","name_key","until_time");

CREATE INDEX "device_rewrites_site" ON "device_rewrites" USING btree ("site_id","device_id");

CREATE INDEX "devices_name" ON "devices" USING btree ("site_id","is_archived","name_key","id");

CREATE INDEX "devices_last_seen" ON "devices" USING btree ("site_id","is_archived","last_seen","id");

CREATE INDEX "devices_ip" ON "devices" USING btree ("site_id","is_archived","ip_key","id");

CREATE INDEX "devices_type" ON "devices" USING btree ("site_id","is_archived","type","id");

CREATE INDEX "devices_modified" ON "devices" USING btree ("site_id","is_archived","modified_at");

CREATE INDEX "devices_segment" ON "devices" USING btree ("last_segment_id","site_id","is_archived","name_key","id");

CREATE INDEX "devices_audit" ON "devices" USING btree ("site_id","is_archived","audit_date","id");

INSERT INTO "device_versions" ("device_id", "site_id", "from_time", "until_time", "name", "name_key", "dns_name", "mac_address", "ip_address", "ip_key", "serial_number", "asset_tag", "type", "manufacturer", "model", "search_text", "last_segment_id")
SELECT id, site_id, first_seen, 253402300799999, name, name_key, dns_name, mac_address, ip_address, ip_key, serial_number, asset_tag, type, manufacturer, model, search_text, last_segment_id FROM "devices";

INSERT INTO "device_rewrites" ("device_id", "site_id", "from_time") SELECT id, site_id, first_seen FROM "devices";

INSERT INTO "device_tag_spans" ("device_id", "tag_id", "from_time", "until_time", "site_id", "name", "name_key")
SELECT device.id, tag.id, coalesce((SELECT max(change.timestamp) FROM "changes" change WHERE change.device_id = device.id AND change.field = 'tags' AND change.to_value = tag.name), device.first_seen), 253402300799999, device.site_id, tag.name, tag.name_key
FROM "device_tags" attached JOIN "devices" device ON device.id = attached.device_id JOIN "tags" tag ON tag.id = attached.tag_id;

UPDATE "site_settings" SET settings = jsonb_set(settings::jsonb, '{retention}', (settings::jsonb -> 'retention') || jsonb_build_object('archiveDeviceDays', 0, 'deleteDeviceDays', settings::jsonb #> '{retention,staleDeviceDays}', 'archiveOnDelete', false))::json;
