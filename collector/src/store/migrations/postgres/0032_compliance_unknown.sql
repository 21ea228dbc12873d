DROP INDEX "compliance_devices_site";

DROP INDEX "compliance_findings_product";

ALTER TABLE "compliance_devices" ADD COLUMN "is_unknown" boolean DEFAULT false NOT NULL;

CREATE INDEX "compliance_devices_state" ON "compliance_devices" USING btree ("site_id","is_unknown","device_id");

CREATE INDEX "compliance_findings_rule" ON "compliance_findings" USING btree ("product_id","device_id","kind");

-- A computer whose software was never read is judged anew.
INSERT INTO "compliance_reviews" ("site_id", "after_device_id") SELECT "id", '' FROM "sites"
ON CONFLICT ("site_id") DO UPDATE SET "after_device_id" = '';
