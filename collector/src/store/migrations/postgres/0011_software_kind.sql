CREATE INDEX "software_names_kind" ON "software_names" USING btree ("site_id","kind","sort_name","id");

CREATE INDEX "software_products_kind" ON "software_products" USING btree ("site_id","kind","sort_name","version","id");
