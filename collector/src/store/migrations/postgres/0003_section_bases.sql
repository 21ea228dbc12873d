ALTER TABLE "sections" ADD COLUMN "base_hash" text COLLATE "C";

ALTER TABLE "sections" ADD CONSTRAINT "sections_base_hash_sections_hash_fk" FOREIGN KEY ("base_hash") REFERENCES "sections"("hash") ON DELETE no action ON UPDATE no action;

CREATE INDEX "sections_base" ON "sections" USING btree ("base_hash");
