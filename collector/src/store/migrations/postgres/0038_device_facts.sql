CREATE TABLE "fact_devices" (
	"device" bigserial PRIMARY KEY NOT NULL,
	"device_id" text COLLATE "C" NOT NULL,
	"rules" bigint NOT NULL,
	"parts" json NOT NULL
);

CREATE TABLE "fact_fields" (
	"number" bigserial PRIMARY KEY NOT NULL,
	"site_id" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL
);

CREATE TABLE "facts" (
	"device" bigint NOT NULL,
	"field" bigint NOT NULL,
	"item" bigint NOT NULL,
	"key" text COLLATE "C",
	"text" text COLLATE "C",
	"number" double precision,
	CONSTRAINT "facts_device_field_item_pk" PRIMARY KEY("device","field","item")
);

CREATE UNIQUE INDEX "fact_devices_device" ON "fact_devices" USING btree ("device_id");

CREATE INDEX "fact_devices_rules" ON "fact_devices" USING btree ("rules");

CREATE UNIQUE INDEX "fact_fields_name" ON "fact_fields" USING btree ("site_id","name");

CREATE INDEX "facts_key" ON "facts" USING btree ("field","key","device","item") WHERE "facts"."key" is not null;

CREATE INDEX "facts_number" ON "facts" USING btree ("field","number","device","item") WHERE "facts"."number" is not null;

INSERT INTO "fact_devices" ("device_id", "rules", "parts") SELECT "id", 0, '{}' FROM "devices";
