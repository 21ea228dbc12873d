ALTER TABLE "agents" ADD COLUMN "snapshot_wanted_at" bigint;

ALTER TABLE "agents" ADD COLUMN "watched_at" bigint;
