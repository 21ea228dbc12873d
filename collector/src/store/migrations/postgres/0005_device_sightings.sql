CREATE TABLE "device_sightings" (
	"device_id" text COLLATE "C" NOT NULL,
	"site_id" text COLLATE "C" NOT NULL,
	"key" text COLLATE "C" NOT NULL,
	"source" text COLLATE "C" NOT NULL,
	"depth" text COLLATE "C" NOT NULL,
	"evidence" json NOT NULL,
	"first_at" bigint NOT NULL,
	"last_at" bigint NOT NULL,
	"decided" boolean NOT NULL,
	"fields" json,
	CONSTRAINT "device_sightings_device_id_key_pk" PRIMARY KEY("device_id","key")
);

CREATE TABLE "device_traces" (
	"device_id" text COLLATE "C" NOT NULL,
	"site_id" text COLLATE "C" NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"value" text COLLATE "C" NOT NULL,
	CONSTRAINT "device_traces_device_id_kind_value_pk" PRIMARY KEY("device_id","kind","value")
);

CREATE TABLE "identity_junk" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"site_id" text COLLATE "C" NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"value" text COLLATE "C" NOT NULL,
	"origin" text COLLATE "C" NOT NULL,
	"devices" bigint,
	"reason" text COLLATE "C",
	"created_at" bigint NOT NULL,
	"created_by" text COLLATE "C" NOT NULL
);

CREATE TABLE "identity_junk_lists" (
	"site_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"version" bigint NOT NULL
);

CREATE TABLE "identity_collisions" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"site_id" text COLLATE "C" NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"value" text COLLATE "C" NOT NULL,
	"device_ids" json NOT NULL,
	"first_at" bigint NOT NULL,
	"last_at" bigint NOT NULL
);

ALTER TABLE "device_sightings" ADD CONSTRAINT "device_sightings_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "devices"("id") ON DELETE cascade ON UPDATE no action;

ALTER TABLE "device_traces" ADD CONSTRAINT "device_traces_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "devices"("id") ON DELETE cascade ON UPDATE no action;

CREATE INDEX "device_sightings_key" ON "device_sightings" USING btree ("site_id","key");

CREATE INDEX "device_traces_value" ON "device_traces" USING btree ("site_id","kind","value");

CREATE UNIQUE INDEX "identity_junk_value" ON "identity_junk" USING btree ("site_id","kind","value");

CREATE UNIQUE INDEX "identity_collisions_value" ON "identity_collisions" USING btree ("site_id","kind","value");

CREATE INDEX "identity_collisions_last" ON "identity_collisions" USING btree ("site_id","last_at");
