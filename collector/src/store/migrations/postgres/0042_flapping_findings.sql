ALTER TABLE "finding_rules" ADD COLUMN "omitted" bigint DEFAULT 0 NOT NULL;

ALTER TABLE "findings" ADD COLUMN "flapping" boolean DEFAULT false NOT NULL;

ALTER TABLE "findings" ADD COLUMN "clear_since" bigint;

ALTER TABLE "finding_rules" DROP COLUMN "has_more";
