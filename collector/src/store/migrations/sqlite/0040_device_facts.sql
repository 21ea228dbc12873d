CREATE TABLE `fact_devices` (
	`device` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`device_id` text NOT NULL,
	`rules` integer NOT NULL,
	`parts` text NOT NULL
);

CREATE UNIQUE INDEX `fact_devices_device` ON `fact_devices` (`device_id`);

CREATE INDEX `fact_devices_rules` ON `fact_devices` (`rules`);

CREATE TABLE `fact_fields` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`site_id` text NOT NULL,
	`name` text NOT NULL
);

CREATE UNIQUE INDEX `fact_fields_name` ON `fact_fields` (`site_id`,`name`);

CREATE TABLE `facts` (
	`device` integer NOT NULL,
	`field` integer NOT NULL,
	`item` integer NOT NULL,
	`key` text,
	`text` text,
	`number` real,
	PRIMARY KEY(`device`, `field`, `item`)
) WITHOUT ROWID;

CREATE INDEX `facts_key` ON `facts` (`field`,`key`,`device`,`item`) WHERE "facts"."key" is not null;

CREATE INDEX `facts_number` ON `facts` (`field`,`number`,`device`,`item`) WHERE "facts"."number" is not null;

INSERT INTO `fact_devices` (`device_id`, `rules`, `parts`) SELECT `id`, 0, '{}' FROM `devices`;
