ALTER TABLE "devices" ADD COLUMN "modified_by" json;

CREATE INDEX "devices_audit" ON "devices" USING btree ("site_id","audit_date","id");
