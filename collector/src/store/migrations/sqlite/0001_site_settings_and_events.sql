CREATE TABLE `site_settings` (
	`site_id` text PRIMARY KEY NOT NULL,
	`settings` text NOT NULL,
	`sealed_secrets` blob,
	`modified_at` integer NOT NULL,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE TABLE `events` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`type` text NOT NULL,
	`subject_id` text NOT NULL,
	`data` text NOT NULL,
	`created_at` integer NOT NULL
);

CREATE INDEX `events_site` ON `events` (`site_id`,`id`);

CREATE INDEX `events_created` ON `events` (`created_at`);
