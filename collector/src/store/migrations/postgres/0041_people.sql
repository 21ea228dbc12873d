CREATE TABLE "app_registration_secrets" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"registration_id" text COLLATE "C" NOT NULL,
	"secret_hash" text COLLATE "C" NOT NULL,
	"created_at" bigint NOT NULL,
	"ends_at" bigint,
	"last_used_at" bigint
);

ALTER TABLE "access_tokens" ADD COLUMN "secret_id" text COLLATE "C";

-- Each registration has one secret so far. It gets the id of its registration, for which its tokens were issued.
INSERT INTO "app_registration_secrets" ("id", "registration_id", "secret_hash", "created_at")
SELECT "id", "id", "secret_hash", "created_at" FROM "app_registrations";

UPDATE "access_tokens" SET "secret_id" = "registration_id";

ALTER TABLE "users" ADD COLUMN "date_format" text COLLATE "C";

ALTER TABLE "users" ADD COLUMN "time_zone" text COLLATE "C";

ALTER TABLE "app_registration_secrets" ADD CONSTRAINT "app_registration_secrets_registration_id_app_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "app_registrations"("id") ON DELETE cascade ON UPDATE no action;

CREATE INDEX "app_registration_secrets_registration" ON "app_registration_secrets" USING btree ("registration_id");

CREATE INDEX "app_registration_secrets_ends_at" ON "app_registration_secrets" USING btree ("ends_at");

ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_secret_id_app_registration_secrets_id_fk" FOREIGN KEY ("secret_id") REFERENCES "app_registration_secrets"("id") ON DELETE cascade ON UPDATE no action;

CREATE INDEX "access_tokens_secret" ON "access_tokens" USING btree ("secret_id");

ALTER TABLE "app_registrations" DROP COLUMN "secret_hash";
