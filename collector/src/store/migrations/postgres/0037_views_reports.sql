CREATE TABLE "notification_files" (
	"notification_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"content" "bytea" NOT NULL
);

CREATE TABLE "views" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"site_id" text COLLATE "C" NOT NULL,
	"list" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"name_key" text COLLATE "C" NOT NULL,
	"parameters" json NOT NULL,
	"shared" boolean NOT NULL,
	"owner_kind" text COLLATE "C" NOT NULL,
	"owner_id" text COLLATE "C",
	"owner_name" text COLLATE "C" NOT NULL,
	"created_at" bigint NOT NULL,
	"modified_at" bigint
);

CREATE TABLE "reports" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"site_id" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"name_key" text COLLATE "C" NOT NULL,
	"view_id" text COLLATE "C",
	"cron" text COLLATE "C" NOT NULL,
	"time_zone" text COLLATE "C" NOT NULL,
	"enabled" boolean NOT NULL,
	"recipients" json NOT NULL,
	"webhook_ids" json NOT NULL,
	"owner_kind" text COLLATE "C" NOT NULL,
	"owner_id" text COLLATE "C",
	"owner_name" text COLLATE "C" NOT NULL,
	"paused_reason" text COLLATE "C",
	"paused_since" bigint,
	"next_run" bigint,
	"last_run_id" text COLLATE "C",
	"created_at" bigint NOT NULL
);

CREATE TABLE "report_runs" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"report_id" text COLLATE "C" NOT NULL,
	"trigger" text COLLATE "C" NOT NULL,
	"due_at" bigint NOT NULL,
	"status" text COLLATE "C" NOT NULL,
	"finished_at" bigint,
	"rows" bigint,
	"detail" text COLLATE "C",
	"notification_id" text COLLATE "C"
);

ALTER TABLE "notifications" ADD COLUMN "data" json;

ALTER TABLE "notification_files" ADD CONSTRAINT "notification_files_notification_id_notifications_id_fk" FOREIGN KEY ("notification_id") REFERENCES "notifications"("id") ON DELETE cascade ON UPDATE no action;

ALTER TABLE "reports" ADD CONSTRAINT "reports_view_id_views_id_fk" FOREIGN KEY ("view_id") REFERENCES "views"("id") ON DELETE set null ON UPDATE no action;

ALTER TABLE "report_runs" ADD CONSTRAINT "report_runs_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "reports"("id") ON DELETE cascade ON UPDATE no action;

ALTER TABLE "report_runs" ADD CONSTRAINT "report_runs_notification_id_notifications_id_fk" FOREIGN KEY ("notification_id") REFERENCES "notifications"("id") ON DELETE cascade ON UPDATE no action;

CREATE UNIQUE INDEX "views_name" ON "views" USING btree ("site_id","owner_id","list","name_key");

CREATE INDEX "views_owner" ON "views" USING btree ("owner_id");

CREATE UNIQUE INDEX "reports_name" ON "reports" USING btree ("site_id","name_key");

CREATE INDEX "reports_next_run" ON "reports" USING btree ("next_run");

CREATE INDEX "reports_view" ON "reports" USING btree ("view_id");

CREATE INDEX "reports_owner" ON "reports" USING btree ("owner_id");

CREATE INDEX "report_runs_report" ON "report_runs" USING btree ("report_id","id");

CREATE INDEX "report_runs_notification" ON "report_runs" USING btree ("notification_id");
