ALTER TABLE "device_identifiers" ADD COLUMN "reported" text COLLATE "C";

ALTER TABLE "device_identifiers" ADD COLUMN "manufacturer" text COLLATE "C";

ALTER TABLE "identity_junk" ADD COLUMN "reported" text COLLATE "C";

ALTER TABLE "identity_junk" ADD COLUMN "manufacturer" text COLLATE "C";

ALTER TABLE "identity_collisions" ADD COLUMN "reported" text COLLATE "C";

ALTER TABLE "identity_collisions" ADD COLUMN "manufacturer" text COLLATE "C";
