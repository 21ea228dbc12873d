ALTER TABLE "agents" ADD COLUMN "name" text COLLATE "C";

ALTER TABLE "agents" ADD COLUMN "platform" text COLLATE "C";

ALTER TABLE "agents" ADD COLUMN "os_name" text COLLATE "C";

ALTER TABLE "agents" ADD COLUMN "copied_at" bigint;

ALTER TABLE "agents" ADD COLUMN "truncated" json;

ALTER TABLE "agents" ADD COLUMN "clock_ahead_ms" bigint;

ALTER TABLE "agents" ADD COLUMN "refused_at" bigint;

ALTER TABLE "agents" ADD COLUMN "refusal" text COLLATE "C";

CREATE INDEX "agents_device" ON "agents" USING btree ("device_id");
