DROP INDEX "devices_ip";

DROP INDEX "devices_audit";

CREATE INDEX "devices_ip" ON "devices" USING btree ("site_id","is_archived","ip_key" NULLS FIRST,"id");

CREATE INDEX "devices_audit" ON "devices" USING btree ("site_id","is_archived","audit_date" NULLS FIRST,"id");
