CREATE TABLE `offload_queue` (
	`snapshot_id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`queued_at` integer NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`refusals` integer NOT NULL
);

CREATE INDEX `offload_queue_due` ON `offload_queue` (`site_id`,`next_attempt_at`,`snapshot_id`);

CREATE TABLE `offload_sites` (
	`site_id` text PRIMARY KEY NOT NULL,
	`sent` integer NOT NULL,
	`failed_attempts` integer NOT NULL,
	`failures` integer NOT NULL,
	`failing_since` integer,
	`retry_at` integer,
	`lease_until` integer,
	`last_success` integer,
	`last_error_code` text,
	`last_error_detail` text,
	`last_error_at` integer
);
