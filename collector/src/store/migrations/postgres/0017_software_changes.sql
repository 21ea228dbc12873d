CREATE INDEX "changes_software" ON "changes" USING btree ("entity_id","timestamp","id") WHERE "changes"."entity" = 'Software';
