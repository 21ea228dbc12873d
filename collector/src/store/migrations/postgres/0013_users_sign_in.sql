CREATE TABLE "user_accounts" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"provider_id" text COLLATE "C" NOT NULL,
	"account_id" text COLLATE "C" NOT NULL,
	"password" text COLLATE "C",
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);

CREATE TABLE "user_sessions" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"token_hash" text COLLATE "C" NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	"last_used_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"ip_address" text COLLATE "C",
	"user_agent" text COLLATE "C"
);

CREATE TABLE "user_verifications" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"identifier" text COLLATE "C" NOT NULL,
	"value" text COLLATE "C" NOT NULL,
	"expires_at" bigint NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);

CREATE TABLE "user_two_factors" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"secret" text COLLATE "C" NOT NULL,
	"backup_codes" text COLLATE "C" NOT NULL,
	"verified" boolean NOT NULL,
	"failed_verification_count" bigint DEFAULT 0 NOT NULL,
	"locked_until" bigint
);

CREATE TABLE "sign_in_attempts" (
	"key" text COLLATE "C" PRIMARY KEY NOT NULL,
	"attempts" bigint NOT NULL,
	"ends_at" bigint NOT NULL
);

CREATE TABLE "sign_in_settings" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"settings" json NOT NULL,
	"sealed_secret" "bytea",
	"modified_at" bigint NOT NULL
);

ALTER TABLE "users" ADD COLUMN "name" text COLLATE "C" DEFAULT '' NOT NULL;

ALTER TABLE "users" ADD COLUMN "email" text COLLATE "C";

ALTER TABLE "users" ADD COLUMN "enabled" boolean DEFAULT true NOT NULL;

ALTER TABLE "users" ADD COLUMN "must_change_password" boolean DEFAULT true NOT NULL;

ALTER TABLE "users" ADD COLUMN "two_factor_enabled" boolean DEFAULT false NOT NULL;

ALTER TABLE "users" ADD COLUMN "last_sign_in_at" bigint;

ALTER TABLE "user_accounts" ADD CONSTRAINT "user_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE cascade ON UPDATE no action;

ALTER TABLE "user_sessions" ADD CONSTRAINT "user_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE cascade ON UPDATE no action;

ALTER TABLE "user_two_factors" ADD CONSTRAINT "user_two_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE cascade ON UPDATE no action;

CREATE UNIQUE INDEX "user_accounts_account" ON "user_accounts" USING btree ("provider_id","account_id");

CREATE INDEX "user_accounts_user" ON "user_accounts" USING btree ("user_id");

CREATE UNIQUE INDEX "user_sessions_token" ON "user_sessions" USING btree ("token_hash");

CREATE INDEX "user_sessions_user" ON "user_sessions" USING btree ("user_id");

CREATE INDEX "user_sessions_expires_at" ON "user_sessions" USING btree ("expires_at");

CREATE INDEX "user_verifications_identifier" ON "user_verifications" USING btree ("identifier");

CREATE INDEX "user_verifications_expires_at" ON "user_verifications" USING btree ("expires_at");

CREATE UNIQUE INDEX "user_two_factors_user" ON "user_two_factors" USING btree ("user_id");

CREATE INDEX "sign_in_attempts_ends_at" ON "sign_in_attempts" USING btree ("ends_at");

UPDATE "users" SET "name" = "username";

INSERT INTO "user_accounts" ("id", "user_id", "provider_id", "account_id", "password", "created_at", "updated_at")
SELECT "id", "id", 'credential', "id", "password_hash", "created_at", "created_at" FROM "users";

ALTER TABLE "users" DROP COLUMN "password_hash";
