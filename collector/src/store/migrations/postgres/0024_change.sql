ALTER TABLE "audit_services" ADD COLUMN "instances" json;
