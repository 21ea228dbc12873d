ALTER TABLE "devices" ADD COLUMN "restored_at" bigint;
