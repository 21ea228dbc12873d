CREATE TABLE "software_names" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"site_id" text COLLATE "C" NOT NULL,
	"key_hash" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"sort_name" text COLLATE "C" NOT NULL,
	"publisher" text COLLATE "C" NOT NULL,
	"own_group" text COLLATE "C" NOT NULL,
	"software_group" text COLLATE "C" NOT NULL,
	"in_scope_tag_id" text COLLATE "C",
	"first_seen" bigint NOT NULL
);

CREATE TABLE "software_counts" (
	"subject_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"installations" bigint NOT NULL,
	"changed_at" bigint NOT NULL
);

CREATE TABLE "change_blocks" (
	"site_id" text COLLATE "C" NOT NULL,
	"from_time" bigint NOT NULL,
	"until_time" bigint NOT NULL,
	"counts" json NOT NULL,
	CONSTRAINT "change_blocks_site_id_from_time_pk" PRIMARY KEY("site_id","from_time")
);

DROP INDEX "installations_product";

DROP INDEX "changes_device";

ALTER TABLE "sites" ADD COLUMN "name_key" text COLLATE "C" NOT NULL DEFAULT '';

UPDATE "sites" SET "name_key" = lower("name");

ALTER TABLE "app_registrations" ADD COLUMN "expiry_set_at" bigint;

ALTER TABLE "app_registrations" ADD COLUMN "expiry_told_days" bigint;

ALTER TABLE "software_products" ADD COLUMN "name_id" text COLLATE "C" NOT NULL;

ALTER TABLE "software_products" ADD COLUMN "sort_name" text COLLATE "C" NOT NULL;

ALTER TABLE "software_products" ADD COLUMN "in_scope_tag_id" text COLLATE "C";

CREATE UNIQUE INDEX "software_names_key" ON "software_names" USING btree ("site_id","key_hash");

CREATE INDEX "software_names_order" ON "software_names" USING btree ("site_id","sort_name","id");

CREATE INDEX "software_names_group" ON "software_names" USING btree ("site_id","software_group","sort_name","id");

CREATE INDEX "change_blocks_until" ON "change_blocks" USING btree ("site_id","until_time");

ALTER TABLE "software_products" ADD CONSTRAINT "software_products_name_id_software_names_id_fk" FOREIGN KEY ("name_id") REFERENCES "software_names"("id") ON DELETE no action ON UPDATE no action;

CREATE UNIQUE INDEX "sites_name" ON "sites" USING btree ("name_key");

CREATE INDEX "app_registrations_expires_at" ON "app_registrations" USING btree ("expires_at");

CREATE INDEX "software_products_order" ON "software_products" USING btree ("site_id","sort_name","version","id");

CREATE INDEX "software_products_group" ON "software_products" USING btree ("site_id","software_group","sort_name","version","id");

CREATE INDEX "software_products_name" ON "software_products" USING btree ("name_id","version","id");

CREATE INDEX "changes_verb" ON "changes" USING btree ("site_id","verb","timestamp","id");

CREATE INDEX "changes_entity" ON "changes" USING btree ("site_id","entity","timestamp","id");

CREATE INDEX "changes_entity_verb" ON "changes" USING btree ("site_id","entity","verb","timestamp","id");

CREATE INDEX "installations_product" ON "installations" USING btree ("product_id","device_id");

CREATE INDEX "changes_device" ON "changes" USING btree ("device_id","timestamp","id");
