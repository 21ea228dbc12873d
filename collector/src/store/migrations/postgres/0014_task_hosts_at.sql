ALTER TABLE "task_hosts" ADD COLUMN "at" bigint DEFAULT 0 NOT NULL;

CREATE INDEX "task_hosts_at" ON "task_hosts" USING btree ("task_id","at","address");

UPDATE "task_hosts" SET "at" = "tasks"."created_at" FROM "tasks" WHERE "tasks"."id" = "task_id";
