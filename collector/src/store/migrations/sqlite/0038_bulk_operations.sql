CREATE TABLE `bulk_operations` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`action` text NOT NULL,
	`status` text NOT NULL,
	`actor` text NOT NULL,
	`total` integer NOT NULL,
	`done` integer NOT NULL,
	`failed` integer NOT NULL,
	`undoable` integer NOT NULL,
	`undoes` text,
	`undone_by` text,
	`error` text,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`finished_at` integer
);

CREATE INDEX `bulk_operations_site` ON `bulk_operations` (`site_id`,`created_at`,`id`);

CREATE INDEX `bulk_operations_status` ON `bulk_operations` (`status`,`created_at`);

CREATE INDEX `bulk_operations_finished` ON `bulk_operations` (`finished_at`);

CREATE TABLE `bulk_operation_devices` (
	`operation_id` text NOT NULL,
	`position` integer NOT NULL,
	`device_id` text NOT NULL,
	`outcome` text NOT NULL,
	`code` text,
	`message` text,
	`undo` text,
	PRIMARY KEY(`operation_id`, `position`),
	FOREIGN KEY (`operation_id`) REFERENCES `bulk_operations`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `bulk_operation_devices_outcome` ON `bulk_operation_devices` (`operation_id`,`outcome`,`position`);

CREATE INDEX `device_versions_address` ON `device_versions` (`site_id`,`ip_key`,`device_id`,`from_time`,`until_time`);
