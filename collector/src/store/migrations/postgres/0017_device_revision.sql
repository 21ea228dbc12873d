DROP INDEX "devices_segment";

CREATE INDEX "devices_segment" ON "devices" USING btree ("last_segment_id","site_id","name_key","id");
