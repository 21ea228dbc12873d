DROP INDEX "outbox_due";

CREATE INDEX "outbox_due" ON "outbox" USING btree ("kind","next_attempt_at","id");
