ALTER TABLE "schedules" ADD COLUMN "missed_runs" text COLLATE "C" DEFAULT 'once' NOT NULL;
