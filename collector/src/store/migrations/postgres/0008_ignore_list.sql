CREATE TABLE "ignore_entries" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"site_id" text COLLATE "C" NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"pattern" text COLLATE "C" NOT NULL,
	"pattern_key" text COLLATE "C" NOT NULL,
	"reason" text COLLATE "C",
	"created_at" bigint NOT NULL,
	"created_by" text COLLATE "C" NOT NULL
);

CREATE TABLE "ignore_lists" (
	"site_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"version" bigint NOT NULL
);

CREATE UNIQUE INDEX "ignore_entries_pattern" ON "ignore_entries" USING btree ("site_id","kind","pattern_key");
