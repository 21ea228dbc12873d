DROP INDEX `tasks_site`;

ALTER TABLE `tasks` ADD `schedule_id` text;

CREATE INDEX `tasks_site_status` ON `tasks` (`site_id`,`status`,`created_at`);

CREATE INDEX `tasks_segment` ON `tasks` (`segment_id`,`created_at`);

CREATE INDEX `tasks_device` ON `tasks` (`device_id`,`created_at`);

CREATE INDEX `tasks_audit_service` ON `tasks` (`audit_service_id`,`created_at`);

CREATE INDEX `tasks_site` ON `tasks` (`site_id`,`created_at`,`id`);

CREATE TABLE `__new_join_tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`secret_hash` text NOT NULL,
	`kind` text NOT NULL,
	`site_id` text NOT NULL,
	`uses_left` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`tag` text,
	`audit_service_id` text,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL
);

INSERT INTO `__new_join_tokens`("id", "secret_hash", "kind", "site_id", "uses_left", "expires_at", "tag", "audit_service_id", "created_at", "created_by") SELECT lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-8' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))), "secret_hash", "kind", "site_id", "uses_left", "expires_at", "tag", NULL, "created_at", "created_by" FROM `join_tokens`;

DROP TABLE `join_tokens`;

ALTER TABLE `__new_join_tokens` RENAME TO `join_tokens`;

CREATE UNIQUE INDEX `join_tokens_secret` ON `join_tokens` (`secret_hash`);

CREATE INDEX `join_tokens_site` ON `join_tokens` (`site_id`,`created_at`);

ALTER TABLE `audit_services` ADD `told_status` text;

CREATE INDEX `devices_audit_schedule` ON `devices` (`audit_schedule_id`);
