CREATE TABLE `event_batches` (
	`id` text PRIMARY KEY NOT NULL,
	`last` integer NOT NULL
);

CREATE TABLE `notifications` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`template` text NOT NULL,
	`key` text NOT NULL,
	`subject` text NOT NULL,
	`text` text,
	`created_at` integer NOT NULL
);

CREATE UNIQUE INDEX `notifications_key` ON `notifications` (`site_id`,`key`);

CREATE INDEX `notifications_site` ON `notifications` (`site_id`,`created_at`,`id`);

CREATE INDEX `notifications_created` ON `notifications` (`created_at`);

CREATE TABLE `deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`notification_id` text NOT NULL,
	`channel` text NOT NULL,
	`target` text NOT NULL,
	`webhook_id` text,
	`status` text NOT NULL,
	`attempts` integer NOT NULL,
	`last_error` text,
	`sent_at` integer,
	FOREIGN KEY (`notification_id`) REFERENCES `notifications`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `deliveries_notification` ON `deliveries` (`notification_id`,`status`);

CREATE UNIQUE INDEX `deliveries_webhook` ON `deliveries` (`webhook_id`,`notification_id`);

DROP INDEX `events_site`;

ALTER TABLE `events` ADD `batch` integer;

CREATE INDEX `events_batch` ON `events` (`batch`,`id`);

CREATE INDEX `events_site` ON `events` (`site_id`,`batch`,`id`);

ALTER TABLE `outbox` ADD `lane` text;
