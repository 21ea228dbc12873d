CREATE TABLE `ignore_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`kind` text NOT NULL,
	`pattern` text NOT NULL,
	`pattern_key` text NOT NULL,
	`reason` text,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL
);

CREATE UNIQUE INDEX `ignore_entries_pattern` ON `ignore_entries` (`site_id`,`kind`,`pattern_key`);

CREATE TABLE `ignore_lists` (
	`site_id` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL
);
