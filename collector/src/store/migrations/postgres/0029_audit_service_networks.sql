ALTER TABLE "audit_services" ADD COLUMN "networks" json;
