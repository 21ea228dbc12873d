DROP INDEX "tasks_site";

ALTER TABLE "join_tokens" DROP CONSTRAINT "join_tokens_pkey";

ALTER TABLE "join_tokens" ADD COLUMN "id" text COLLATE "C";

UPDATE "join_tokens" SET "id" = gen_random_uuid()::text;

ALTER TABLE "join_tokens" ADD PRIMARY KEY ("id");

ALTER TABLE "join_tokens" ADD COLUMN "audit_service_id" text COLLATE "C";

ALTER TABLE "audit_services" ADD COLUMN "told_status" text COLLATE "C";

ALTER TABLE "tasks" ADD COLUMN "schedule_id" text COLLATE "C";

CREATE UNIQUE INDEX "join_tokens_secret" ON "join_tokens" USING btree ("secret_hash");

CREATE INDEX "join_tokens_site" ON "join_tokens" USING btree ("site_id","created_at");

CREATE INDEX "tasks_site_status" ON "tasks" USING btree ("site_id","status","created_at");

CREATE INDEX "tasks_segment" ON "tasks" USING btree ("segment_id","created_at");

CREATE INDEX "tasks_device" ON "tasks" USING btree ("device_id","created_at");

CREATE INDEX "tasks_audit_service" ON "tasks" USING btree ("audit_service_id","created_at");

CREATE INDEX "devices_audit_schedule" ON "devices" USING btree ("audit_schedule_id");

CREATE INDEX "tasks_site" ON "tasks" USING btree ("site_id","created_at","id");
