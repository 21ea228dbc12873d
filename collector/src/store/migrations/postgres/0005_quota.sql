CREATE TABLE "compliance_devices" (
	"device_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"site_id" text COLLATE "C" NOT NULL,
	"has_missing" boolean NOT NULL,
	"has_forbidden" boolean NOT NULL
);

CREATE TABLE "compliance_findings" (
	"device_id" text COLLATE "C" NOT NULL,
	"product_id" text COLLATE "C" NOT NULL,
	"name_id" text COLLATE "C" NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	CONSTRAINT "compliance_findings_device_id_product_id_pk" PRIMARY KEY("device_id","product_id")
);

CREATE TABLE "compliance_reviews" (
	"site_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"after_device_id" text COLLATE "C" NOT NULL
);

CREATE TABLE "quota_counts" (
	"site_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"counted_since" bigint NOT NULL,
	"last_counted_at" bigint NOT NULL,
	"transactions" bigint NOT NULL
);

CREATE TABLE "quota_callers" (
	"site_id" text COLLATE "C" NOT NULL,
	"registration_id" text COLLATE "C" NOT NULL,
	"counted_since" bigint NOT NULL,
	"transactions" bigint NOT NULL,
	CONSTRAINT "quota_callers_site_id_registration_id_pk" PRIMARY KEY("site_id","registration_id")
);

ALTER TABLE "compliance_devices" ADD CONSTRAINT "compliance_devices_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "devices"("id") ON DELETE cascade ON UPDATE no action;

ALTER TABLE "compliance_findings" ADD CONSTRAINT "compliance_findings_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "devices"("id") ON DELETE cascade ON UPDATE no action;

CREATE INDEX "compliance_devices_site" ON "compliance_devices" USING btree ("site_id","device_id");

CREATE INDEX "compliance_devices_missing" ON "compliance_devices" USING btree ("site_id","has_missing","device_id");

CREATE INDEX "compliance_devices_forbidden" ON "compliance_devices" USING btree ("site_id","has_forbidden","device_id");

CREATE INDEX "compliance_findings_name" ON "compliance_findings" USING btree ("name_id","device_id","product_id","kind");
