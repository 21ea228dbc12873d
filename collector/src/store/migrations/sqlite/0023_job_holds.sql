CREATE TABLE `time_watermark` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`boot_id` text,
	`uptime_ms` integer NOT NULL
);

CREATE TABLE `job_holds` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`job` text NOT NULL,
	`subject` text NOT NULL,
	`count` integer NOT NULL,
	`total` integer NOT NULL,
	`since` integer NOT NULL,
	`confirmed_at` integer
);

CREATE UNIQUE INDEX `job_holds_job` ON `job_holds` (`site_id`,`job`,`subject`);

UPDATE `site_settings` SET settings = json_set(settings, '$.retention.confirmAbovePercent', 25, '$.retention.confirmAboveDevices', 20, '$.retention.confirmAboveSnapshots', 1000);
