DROP INDEX "devices_manufacturer";

CREATE INDEX "devices_manufacturer" ON "devices" USING btree ("site_id","is_archived","manufacturer","name_key","id");
