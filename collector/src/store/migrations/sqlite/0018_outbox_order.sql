DROP INDEX `outbox_due`;

CREATE INDEX `outbox_due` ON `outbox` (`kind`,`next_attempt_at`,`id`);
