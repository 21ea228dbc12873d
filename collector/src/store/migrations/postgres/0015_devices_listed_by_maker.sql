CREATE INDEX "devices_first_seen" ON "devices" USING btree ("site_id","is_archived","first_seen");

CREATE INDEX "devices_manufacturer" ON "devices" USING btree ("site_id","is_archived","manufacturer");
