ALTER TABLE "changes" ADD COLUMN "editor_kind" text COLLATE "C";

ALTER TABLE "changes" ADD COLUMN "editor_id" text COLLATE "C";

CREATE INDEX "changes_editors" ON "changes" USING btree ("site_id","timestamp","id") WHERE "changes"."editor_kind" is not null;
