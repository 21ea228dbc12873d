CREATE TABLE "schedules" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"site_id" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"name_key" text COLLATE "C" NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"cron" text COLLATE "C" NOT NULL,
	"time_zone" text COLLATE "C" NOT NULL,
	"enabled" boolean NOT NULL,
	"next_run" bigint,
	"created_at" bigint NOT NULL
);

CREATE UNIQUE INDEX "schedules_name" ON "schedules" USING btree ("site_id","name_key");

CREATE INDEX "schedules_next_run" ON "schedules" USING btree ("next_run");
