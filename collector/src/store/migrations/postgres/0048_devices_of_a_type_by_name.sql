CREATE INDEX "devices_name_of_type" ON "devices" USING btree ("site_id","is_archived","type","name_key","id");
