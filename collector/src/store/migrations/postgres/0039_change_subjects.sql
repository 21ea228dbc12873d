ALTER TABLE "changes" ADD COLUMN "subject_name" text COLLATE "C";

ALTER TABLE "changes" ADD COLUMN "observed_at" bigint;

CREATE INDEX "changes_deletions" ON "changes" USING btree ("entity_id") WHERE ("changes"."verb" = 'Deleted' and "changes"."entity" not in ('Hardware', 'Network', 'Software', 'Snapshot'));
