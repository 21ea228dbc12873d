ALTER TABLE "agents" ADD COLUMN "last_snapshot_id" text COLLATE "C";

ALTER TABLE "agents" ADD COLUMN "forks" json;

ALTER TABLE "device_reviews" ADD COLUMN "ends_at" bigint;
