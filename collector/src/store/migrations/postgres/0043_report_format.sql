ALTER TABLE "reports" ADD COLUMN "format" text COLLATE "C" DEFAULT 'csv' NOT NULL;
