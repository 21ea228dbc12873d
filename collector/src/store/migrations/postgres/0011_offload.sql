CREATE TABLE "offload_queue" (
	"snapshot_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"site_id" text COLLATE "C" NOT NULL,
	"queued_at" bigint NOT NULL,
	"next_attempt_at" bigint NOT NULL,
	"refusals" bigint NOT NULL
);

CREATE TABLE "offload_sites" (
	"site_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"sent" bigint NOT NULL,
	"failed_attempts" bigint NOT NULL,
	"failures" bigint NOT NULL,
	"failing_since" bigint,
	"retry_at" bigint,
	"lease_until" bigint,
	"last_success" bigint,
	"last_error_code" text COLLATE "C",
	"last_error_detail" text COLLATE "C",
	"last_error_at" bigint
);

CREATE INDEX "offload_queue_due" ON "offload_queue" USING btree ("site_id","next_attempt_at","snapshot_id");
