CREATE TABLE "departed_identifiers" (
	"device_id" text COLLATE "C" NOT NULL,
	"site_id" text COLLATE "C" NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"value" text COLLATE "C" NOT NULL,
	"last_seen" bigint NOT NULL,
	CONSTRAINT "departed_identifiers_device_id_kind_value_pk" PRIMARY KEY("device_id","kind","value")
);

CREATE TABLE "device_reviews" (
	"device_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"site_id" text COLLATE "C" NOT NULL,
	"review" text COLLATE "C" NOT NULL,
	"snapshot_id" text COLLATE "C",
	"since" bigint NOT NULL
);

ALTER TABLE "devices_kept_apart" DROP CONSTRAINT "devices_kept_apart_first_id_devices_id_fk";

ALTER TABLE "devices_kept_apart" DROP CONSTRAINT "devices_kept_apart_second_id_devices_id_fk";

ALTER TABLE "devices_kept_apart" ADD COLUMN "kept_at" bigint;

ALTER TABLE "devices_kept_apart" ADD COLUMN "kept_by" text COLLATE "C";

ALTER TABLE "device_reviews" ADD CONSTRAINT "device_reviews_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "devices"("id") ON DELETE cascade ON UPDATE no action;

CREATE INDEX "departed_identifiers_value" ON "departed_identifiers" USING btree ("site_id","kind","value");

CREATE INDEX "device_reviews_since" ON "device_reviews" USING btree ("site_id","since","device_id");
