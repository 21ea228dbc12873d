CREATE TABLE "event_batches" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"last" bigint NOT NULL
);

CREATE TABLE "notifications" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"site_id" text COLLATE "C" NOT NULL,
	"template" text COLLATE "C" NOT NULL,
	"key" text COLLATE "C" NOT NULL,
	"subject" text COLLATE "C" NOT NULL,
	"text" text COLLATE "C",
	"created_at" bigint NOT NULL
);

CREATE TABLE "deliveries" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"notification_id" text COLLATE "C" NOT NULL,
	"channel" text COLLATE "C" NOT NULL,
	"target" text COLLATE "C" NOT NULL,
	"webhook_id" text COLLATE "C",
	"status" text COLLATE "C" NOT NULL,
	"attempts" bigint NOT NULL,
	"last_error" text COLLATE "C",
	"sent_at" bigint
);

DROP INDEX "events_site";

ALTER TABLE "outbox" ADD COLUMN "lane" text COLLATE "C";

ALTER TABLE "events" ADD COLUMN "batch" bigint;

ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_notification_id_notifications_id_fk" FOREIGN KEY ("notification_id") REFERENCES "notifications"("id") ON DELETE cascade ON UPDATE no action;

CREATE UNIQUE INDEX "notifications_key" ON "notifications" USING btree ("site_id","key");

CREATE INDEX "notifications_site" ON "notifications" USING btree ("site_id","created_at","id");

CREATE INDEX "notifications_created" ON "notifications" USING btree ("created_at");

CREATE INDEX "deliveries_notification" ON "deliveries" USING btree ("notification_id","status");

CREATE UNIQUE INDEX "deliveries_webhook" ON "deliveries" USING btree ("webhook_id","notification_id");

CREATE INDEX "events_batch" ON "events" USING btree ("batch","id");

CREATE INDEX "events_site" ON "events" USING btree ("site_id","batch","id");
