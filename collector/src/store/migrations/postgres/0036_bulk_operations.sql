CREATE TABLE "bulk_operations" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"site_id" text COLLATE "C" NOT NULL,
	"action" json NOT NULL,
	"status" text COLLATE "C" NOT NULL,
	"actor" json NOT NULL,
	"total" bigint NOT NULL,
	"done" bigint NOT NULL,
	"failed" bigint NOT NULL,
	"undoable" bigint NOT NULL,
	"undoes" text COLLATE "C",
	"undone_by" text COLLATE "C",
	"error" text COLLATE "C",
	"created_at" bigint NOT NULL,
	"started_at" bigint,
	"finished_at" bigint
);

CREATE TABLE "bulk_operation_devices" (
	"operation_id" text COLLATE "C" NOT NULL,
	"position" bigint NOT NULL,
	"device_id" text COLLATE "C" NOT NULL,
	"outcome" text COLLATE "C" NOT NULL,
	"code" text COLLATE "C",
	"message" text COLLATE "C",
	"undo" json,
	CONSTRAINT "bulk_operation_devices_operation_id_position_pk" PRIMARY KEY("operation_id","position")
);

ALTER TABLE "bulk_operation_devices" ADD CONSTRAINT "bulk_operation_devices_operation_id_bulk_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "bulk_operations"("id") ON DELETE cascade ON UPDATE no action;

CREATE INDEX "bulk_operations_site" ON "bulk_operations" USING btree ("site_id","created_at","id");

CREATE INDEX "bulk_operations_status" ON "bulk_operations" USING btree ("status","created_at");

CREATE INDEX "bulk_operations_finished" ON "bulk_operations" USING btree ("finished_at");

CREATE INDEX "bulk_operation_devices_outcome" ON "bulk_operation_devices" USING btree ("operation_id","outcome","position");

CREATE INDEX "device_versions_address" ON "device_versions" USING btree ("site_id","ip_key","device_id","from_time","until_time");
