CREATE TABLE `departed_identifiers` (
	`device_id` text NOT NULL,
	`site_id` text NOT NULL,
	`kind` text NOT NULL,
	`value` text NOT NULL,
	`last_seen` integer NOT NULL,
	PRIMARY KEY(`device_id`, `kind`, `value`)
);

CREATE INDEX `departed_identifiers_value` ON `departed_identifiers` (`site_id`,`kind`,`value`);

CREATE TABLE `device_reviews` (
	`device_id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`review` text NOT NULL,
	`snapshot_id` text,
	`since` integer NOT NULL,
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `device_reviews_since` ON `device_reviews` (`site_id`,`since`,`device_id`);

CREATE TABLE `__new_devices_kept_apart` (
	`first_id` text NOT NULL,
	`second_id` text NOT NULL,
	`kept_at` integer,
	`kept_by` text,
	PRIMARY KEY(`first_id`, `second_id`)
);

INSERT INTO `__new_devices_kept_apart`("first_id", "second_id", "kept_at", "kept_by") SELECT "first_id", "second_id", NULL, NULL FROM `devices_kept_apart`;

DROP TABLE `devices_kept_apart`;

ALTER TABLE `__new_devices_kept_apart` RENAME TO `devices_kept_apart`;

CREATE INDEX `devices_kept_apart_second` ON `devices_kept_apart` (`second_id`);
