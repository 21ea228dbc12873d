ALTER TABLE "device_reviews" ADD COLUMN "kind" text COLLATE "C";

UPDATE "device_reviews" SET "kind" = CASE
	WHEN "snapshot_id" IS NOT NULL THEN 'match'
	WHEN "review" LIKE 'Two machines seem to use this identity%' THEN 'twins'
	WHEN "review" LIKE 'More than % devices share its identifiers%' THEN 'crowd'
	ELSE 'outside'
END;

ALTER TABLE "device_reviews" ALTER COLUMN "kind" SET NOT NULL;

ALTER TABLE "device_reviews" DROP CONSTRAINT "device_reviews_pkey";

ALTER TABLE "device_reviews" ADD CONSTRAINT "device_reviews_device_id_kind_pk" PRIMARY KEY("device_id","kind");
