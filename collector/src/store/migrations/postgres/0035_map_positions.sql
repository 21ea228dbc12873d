CREATE TABLE "map_positions" (
	"site_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"positions" json NOT NULL,
	"modified_at" bigint NOT NULL
);

ALTER TABLE "map_positions" ADD CONSTRAINT "map_positions_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "sites"("id") ON DELETE cascade ON UPDATE no action;
