CREATE TABLE `notification_files` (
	`notification_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`content` blob NOT NULL,
	FOREIGN KEY (`notification_id`) REFERENCES `notifications`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE TABLE `views` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`list` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`parameters` text NOT NULL,
	`shared` integer NOT NULL,
	`owner_kind` text NOT NULL,
	`owner_id` text,
	`owner_name` text NOT NULL,
	`created_at` integer NOT NULL,
	`modified_at` integer
);

CREATE UNIQUE INDEX `views_name` ON `views` (`site_id`,`owner_id`,`list`,`name_key`);

CREATE INDEX `views_owner` ON `views` (`owner_id`);

CREATE TABLE `reports` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`view_id` text,
	`cron` text NOT NULL,
	`time_zone` text NOT NULL,
	`enabled` integer NOT NULL,
	`recipients` text NOT NULL,
	`webhook_ids` text NOT NULL,
	`owner_kind` text NOT NULL,
	`owner_id` text,
	`owner_name` text NOT NULL,
	`paused_reason` text,
	`paused_since` integer,
	`next_run` integer,
	`last_run_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`view_id`) REFERENCES `views`(`id`) ON UPDATE no action ON DELETE set null
);

CREATE UNIQUE INDEX `reports_name` ON `reports` (`site_id`,`name_key`);

CREATE INDEX `reports_next_run` ON `reports` (`next_run`);

CREATE INDEX `reports_view` ON `reports` (`view_id`);

CREATE INDEX `reports_owner` ON `reports` (`owner_id`);

CREATE TABLE `report_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`report_id` text NOT NULL,
	`trigger` text NOT NULL,
	`due_at` integer NOT NULL,
	`status` text NOT NULL,
	`finished_at` integer,
	`rows` integer,
	`detail` text,
	`notification_id` text,
	FOREIGN KEY (`report_id`) REFERENCES `reports`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`notification_id`) REFERENCES `notifications`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `report_runs_report` ON `report_runs` (`report_id`,`id`);

CREATE INDEX `report_runs_notification` ON `report_runs` (`notification_id`);

ALTER TABLE `notifications` ADD `data` text;
