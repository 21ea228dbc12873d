CREATE TABLE `device_merges` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`device_id` text NOT NULL,
	`place` integer NOT NULL,
	`other_id` text NOT NULL,
	`other_name` text NOT NULL,
	`merged_at` integer NOT NULL,
	`merged_by` text NOT NULL,
	`undone_at` integer,
	`undone_by` text,
	`overwritten` text NOT NULL,
	`kept` text,
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `device_merges_device` ON `device_merges` (`device_id`,`place`);

CREATE INDEX `device_merges_other` ON `device_merges` (`other_id`);

CREATE TABLE `merged_records` (
	`merge_id` text NOT NULL,
	`kind` text NOT NULL,
	`record_id` text NOT NULL,
	PRIMARY KEY(`merge_id`, `kind`, `record_id`),
	FOREIGN KEY (`merge_id`) REFERENCES `device_merges`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE TABLE `devices_kept_apart` (
	`first_id` text NOT NULL,
	`second_id` text NOT NULL,
	PRIMARY KEY(`first_id`, `second_id`),
	FOREIGN KEY (`first_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`second_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `devices_kept_apart_second` ON `devices_kept_apart` (`second_id`);

CREATE TABLE `device_duplicates` (
	`first_id` text NOT NULL,
	`second_id` text NOT NULL,
	`site_id` text NOT NULL,
	`confidence` real NOT NULL,
	`evidence` text NOT NULL,
	`against` text NOT NULL,
	`review` text,
	PRIMARY KEY(`first_id`, `second_id`),
	FOREIGN KEY (`first_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`second_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `device_duplicates_second` ON `device_duplicates` (`second_id`);

CREATE INDEX `device_duplicates_order` ON `device_duplicates` (`site_id`,`confidence`,`first_id`,`second_id`);
