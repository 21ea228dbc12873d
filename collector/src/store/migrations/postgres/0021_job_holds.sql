CREATE TABLE "time_watermark" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"at" bigint NOT NULL,
	"boot_id" text COLLATE "C",
	"uptime_ms" bigint NOT NULL
);

CREATE TABLE "job_holds" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"site_id" text COLLATE "C" NOT NULL,
	"job" text COLLATE "C" NOT NULL,
	"subject" text COLLATE "C" NOT NULL,
	"count" bigint NOT NULL,
	"total" bigint NOT NULL,
	"since" bigint NOT NULL,
	"confirmed_at" bigint
);

CREATE UNIQUE INDEX "job_holds_job" ON "job_holds" USING btree ("site_id","job","subject");

UPDATE "site_settings" SET settings = jsonb_set(settings::jsonb, '{retention}', (settings::jsonb -> 'retention') || jsonb_build_object('confirmAbovePercent', 25, 'confirmAboveDevices', 20, 'confirmAboveSnapshots', 1000))::json;
