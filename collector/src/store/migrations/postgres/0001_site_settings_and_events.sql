CREATE TABLE "site_settings" (
	"site_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"settings" json NOT NULL,
	"sealed_secrets" "bytea",
	"modified_at" bigint NOT NULL
);

CREATE TABLE "events" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"site_id" text COLLATE "C" NOT NULL,
	"type" text COLLATE "C" NOT NULL,
	"subject_id" text COLLATE "C" NOT NULL,
	"data" json NOT NULL,
	"created_at" bigint NOT NULL
);

ALTER TABLE "site_settings" ADD CONSTRAINT "site_settings_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "sites"("id") ON DELETE cascade ON UPDATE no action;

CREATE INDEX "events_site" ON "events" USING btree ("site_id","id");

CREATE INDEX "events_created" ON "events" USING btree ("created_at");
