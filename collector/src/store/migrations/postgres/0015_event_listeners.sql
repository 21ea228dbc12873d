CREATE TABLE "event_listeners" (
	"site_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"until" bigint NOT NULL
);
