CREATE TABLE "device_merges" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"site_id" text COLLATE "C" NOT NULL,
	"device_id" text COLLATE "C" NOT NULL,
	"place" bigint NOT NULL,
	"other_id" text COLLATE "C" NOT NULL,
	"other_name" text COLLATE "C" NOT NULL,
	"merged_at" bigint NOT NULL,
	"merged_by" text COLLATE "C" NOT NULL,
	"undone_at" bigint,
	"undone_by" text COLLATE "C",
	"overwritten" json NOT NULL,
	"kept" json
);

CREATE TABLE "merged_records" (
	"merge_id" text COLLATE "C" NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"record_id" text COLLATE "C" NOT NULL,
	CONSTRAINT "merged_records_merge_id_kind_record_id_pk" PRIMARY KEY("merge_id","kind","record_id")
);

CREATE TABLE "devices_kept_apart" (
	"first_id" text COLLATE "C" NOT NULL,
	"second_id" text COLLATE "C" NOT NULL,
	CONSTRAINT "devices_kept_apart_first_id_second_id_pk" PRIMARY KEY("first_id","second_id")
);

CREATE TABLE "device_duplicates" (
	"first_id" text COLLATE "C" NOT NULL,
	"second_id" text COLLATE "C" NOT NULL,
	"site_id" text COLLATE "C" NOT NULL,
	"confidence" double precision NOT NULL,
	"evidence" json NOT NULL,
	"against" json NOT NULL,
	"review" text COLLATE "C",
	CONSTRAINT "device_duplicates_first_id_second_id_pk" PRIMARY KEY("first_id","second_id")
);

ALTER TABLE "device_merges" ADD CONSTRAINT "device_merges_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "devices"("id") ON DELETE cascade ON UPDATE no action;

ALTER TABLE "merged_records" ADD CONSTRAINT "merged_records_merge_id_device_merges_id_fk" FOREIGN KEY ("merge_id") REFERENCES "device_merges"("id") ON DELETE cascade ON UPDATE no action;

ALTER TABLE "devices_kept_apart" ADD CONSTRAINT "devices_kept_apart_first_id_devices_id_fk" FOREIGN KEY ("first_id") REFERENCES "devices"("id") ON DELETE cascade ON UPDATE no action;

ALTER TABLE "devices_kept_apart" ADD CONSTRAINT "devices_kept_apart_second_id_devices_id_fk" FOREIGN KEY ("second_id") REFERENCES "devices"("id") ON DELETE cascade ON UPDATE no action;

ALTER TABLE "device_duplicates" ADD CONSTRAINT "device_duplicates_first_id_devices_id_fk" FOREIGN KEY ("first_id") REFERENCES "devices"("id") ON DELETE cascade ON UPDATE no action;

ALTER TABLE "device_duplicates" ADD CONSTRAINT "device_duplicates_second_id_devices_id_fk" FOREIGN KEY ("second_id") REFERENCES "devices"("id") ON DELETE cascade ON UPDATE no action;

CREATE INDEX "device_merges_device" ON "device_merges" USING btree ("device_id","place");

CREATE INDEX "device_merges_other" ON "device_merges" USING btree ("other_id");

CREATE INDEX "devices_kept_apart_second" ON "devices_kept_apart" USING btree ("second_id");

CREATE INDEX "device_duplicates_second" ON "device_duplicates" USING btree ("second_id");

CREATE INDEX "device_duplicates_order" ON "device_duplicates" USING btree ("site_id","confidence","first_id","second_id");
