ALTER TABLE "credentials" ADD COLUMN "modified_at" bigint;
