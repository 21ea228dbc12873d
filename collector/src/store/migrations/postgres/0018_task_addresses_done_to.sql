ALTER TABLE "tasks" ADD COLUMN "addresses_done_to" text COLLATE "C";
