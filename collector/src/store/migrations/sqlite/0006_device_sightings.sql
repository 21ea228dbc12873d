CREATE TABLE `device_sightings` (
	`device_id` text NOT NULL,
	`site_id` text NOT NULL,
	`key` text NOT NULL,
	`source` text NOT NULL,
	`depth` text NOT NULL,
	`evidence` text NOT NULL,
	`first_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	`decided` integer NOT NULL,
	`fields` text,
	PRIMARY KEY(`device_id`, `key`),
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `device_sightings_key` ON `device_sightings` (`site_id`,`key`);

CREATE TABLE `device_traces` (
	`device_id` text NOT NULL,
	`site_id` text NOT NULL,
	`kind` text NOT NULL,
	`value` text NOT NULL,
	PRIMARY KEY(`device_id`, `kind`, `value`),
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `device_traces_value` ON `device_traces` (`site_id`,`kind`,`value`);

CREATE TABLE `identity_junk` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`kind` text NOT NULL,
	`value` text NOT NULL,
	`origin` text NOT NULL,
	`devices` integer,
	`reason` text,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL
);

CREATE UNIQUE INDEX `identity_junk_value` ON `identity_junk` (`site_id`,`kind`,`value`);

CREATE TABLE `identity_junk_lists` (
	`site_id` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL
);

CREATE TABLE `identity_collisions` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`kind` text NOT NULL,
	`value` text NOT NULL,
	`device_ids` text NOT NULL,
	`first_at` integer NOT NULL,
	`last_at` integer NOT NULL
);

CREATE UNIQUE INDEX `identity_collisions_value` ON `identity_collisions` (`site_id`,`kind`,`value`);

CREATE INDEX `identity_collisions_last` ON `identity_collisions` (`site_id`,`last_at`);
