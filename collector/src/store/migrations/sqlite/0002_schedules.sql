CREATE TABLE `schedules` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`kind` text NOT NULL,
	`cron` text NOT NULL,
	`time_zone` text NOT NULL,
	`enabled` integer NOT NULL,
	`next_run` integer,
	`created_at` integer NOT NULL
);

CREATE UNIQUE INDEX `schedules_name` ON `schedules` (`site_id`,`name_key`);

CREATE INDEX `schedules_next_run` ON `schedules` (`next_run`);
