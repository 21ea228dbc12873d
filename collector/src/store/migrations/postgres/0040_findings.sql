CREATE TABLE "finding_rules" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"site_id" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"name_key" text COLLATE "C" NOT NULL,
	"origin" text COLLATE "C",
	"severity" text COLLATE "C" NOT NULL,
	"trigger" text COLLATE "C" NOT NULL,
	"query" text COLLATE "C",
	"days" bigint,
	"enabled" boolean NOT NULL,
	"notify" json NOT NULL,
	"due_at" bigint NOT NULL,
	"evaluated_at" bigint,
	"problem" text COLLATE "C",
	"has_more" boolean DEFAULT false NOT NULL
);

CREATE TABLE "findings" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"site_id" text COLLATE "C" NOT NULL,
	"rule_id" text COLLATE "C" NOT NULL,
	"device_id" text COLLATE "C" NOT NULL,
	"item" text COLLATE "C" NOT NULL,
	"detail" text COLLATE "C",
	"state" text COLLATE "C" NOT NULL,
	"opened_at" bigint NOT NULL,
	"raised_at" bigint NOT NULL,
	"changed_by" text COLLATE "C",
	"note" text COLLATE "C",
	"snoozed_until" bigint,
	"resolved_at" bigint,
	"awaits_mail" boolean NOT NULL
);

CREATE TABLE "finding_days" (
	"rule_id" text COLLATE "C" NOT NULL,
	"day" text COLLATE "C" NOT NULL,
	"open" bigint NOT NULL,
	CONSTRAINT "finding_days_rule_id_day_pk" PRIMARY KEY("rule_id","day")
);

CREATE TABLE "finding_readers" (
	"site_id" text COLLATE "C" NOT NULL,
	"reader_id" text COLLATE "C" NOT NULL,
	"read_until" bigint NOT NULL,
	CONSTRAINT "finding_readers_site_id_reader_id_pk" PRIMARY KEY("site_id","reader_id")
);

CREATE TABLE "finding_sites" (
	"site_id" text COLLATE "C" PRIMARY KEY NOT NULL
);

ALTER TABLE "findings" ADD CONSTRAINT "findings_rule_id_finding_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "finding_rules"("id") ON DELETE cascade ON UPDATE no action;

ALTER TABLE "findings" ADD CONSTRAINT "findings_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "devices"("id") ON DELETE cascade ON UPDATE no action;

ALTER TABLE "finding_days" ADD CONSTRAINT "finding_days_rule_id_finding_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "finding_rules"("id") ON DELETE cascade ON UPDATE no action;

CREATE UNIQUE INDEX "finding_rules_name" ON "finding_rules" USING btree ("site_id","name_key");

CREATE INDEX "finding_rules_trigger" ON "finding_rules" USING btree ("site_id","trigger");

CREATE INDEX "finding_rules_due" ON "finding_rules" USING btree ("enabled","due_at");

CREATE UNIQUE INDEX "findings_subject" ON "findings" USING btree ("rule_id","device_id","item");

CREATE INDEX "findings_site" ON "findings" USING btree ("site_id","state","raised_at","id");

CREATE INDEX "findings_rule" ON "findings" USING btree ("rule_id","state","raised_at","id");

CREATE INDEX "findings_device" ON "findings" USING btree ("device_id","state");

CREATE INDEX "findings_snoozed" ON "findings" USING btree ("state","snoozed_until");

CREATE INDEX "findings_resolved" ON "findings" USING btree ("state","resolved_at");

CREATE INDEX "findings_mail" ON "findings" USING btree ("awaits_mail","rule_id");
