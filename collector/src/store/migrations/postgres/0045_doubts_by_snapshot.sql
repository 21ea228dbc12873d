ALTER TABLE "device_reviews" DROP CONSTRAINT "device_reviews_device_id_kind_pk";

UPDATE "device_reviews" SET "snapshot_id" = '' WHERE "snapshot_id" IS NULL;

ALTER TABLE "device_reviews" ALTER COLUMN "snapshot_id" SET NOT NULL;

ALTER TABLE "device_reviews" ADD CONSTRAINT "device_reviews_device_id_kind_snapshot_id_pk" PRIMARY KEY("device_id","kind","snapshot_id");
