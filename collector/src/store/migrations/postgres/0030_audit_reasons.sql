CREATE TABLE "audit_problems" (
	"device_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"site_id" text COLLATE "C" NOT NULL,
	"since" bigint NOT NULL,
	"task_id" text COLLATE "C" NOT NULL,
	"reason" text COLLATE "C" NOT NULL,
	"attempts" json NOT NULL
);

ALTER TABLE "task_hosts" ADD COLUMN "reason" text COLLATE "C" DEFAULT 'not-reported' NOT NULL;

ALTER TABLE "task_hosts" ADD COLUMN "attempts" json;

ALTER TABLE "audit_problems" ADD CONSTRAINT "audit_problems_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "devices"("id") ON DELETE cascade ON UPDATE no action;

CREATE INDEX "audit_problems_site" ON "audit_problems" USING btree ("site_id");
