CREATE TABLE `software_names` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`key_hash` text NOT NULL,
	`name` text NOT NULL,
	`sort_name` text NOT NULL,
	`publisher` text NOT NULL,
	`own_group` text NOT NULL,
	`software_group` text NOT NULL,
	`in_scope_tag_id` text,
	`first_seen` integer NOT NULL
);

CREATE UNIQUE INDEX `software_names_key` ON `software_names` (`site_id`,`key_hash`);

CREATE INDEX `software_names_order` ON `software_names` (`site_id`,`sort_name`,`id`);

CREATE INDEX `software_names_group` ON `software_names` (`site_id`,`software_group`,`sort_name`,`id`);

CREATE TABLE `software_counts` (
	`subject_id` text PRIMARY KEY NOT NULL,
	`installations` integer NOT NULL,
	`changed_at` integer NOT NULL
);

CREATE TABLE `change_blocks` (
	`site_id` text NOT NULL,
	`from_time` integer NOT NULL,
	`until_time` integer NOT NULL,
	`counts` text NOT NULL,
	PRIMARY KEY(`site_id`, `from_time`)
);

CREATE INDEX `change_blocks_until` ON `change_blocks` (`site_id`,`until_time`);

DROP INDEX `installations_product`;

CREATE INDEX `installations_product` ON `installations` (`product_id`,`device_id`);

DROP INDEX `changes_device`;

CREATE INDEX `changes_verb` ON `changes` (`site_id`,`verb`,`timestamp`,`id`);

CREATE INDEX `changes_entity` ON `changes` (`site_id`,`entity`,`timestamp`,`id`);

CREATE INDEX `changes_entity_verb` ON `changes` (`site_id`,`entity`,`verb`,`timestamp`,`id`);

CREATE INDEX `changes_device` ON `changes` (`device_id`,`timestamp`,`id`);

ALTER TABLE `sites` ADD `name_key` text NOT NULL DEFAULT '';

UPDATE `sites` SET `name_key` = lower(`name`);

CREATE UNIQUE INDEX `sites_name` ON `sites` (`name_key`);

ALTER TABLE `app_registrations` ADD `expiry_set_at` integer;

ALTER TABLE `app_registrations` ADD `expiry_told_days` integer;

CREATE INDEX `app_registrations_expires_at` ON `app_registrations` (`expires_at`);

DROP TABLE `software_products`;

CREATE TABLE `software_products` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`name_id` text NOT NULL,
	`key_hash` text NOT NULL,
	`name` text NOT NULL,
	`sort_name` text NOT NULL,
	`version` text NOT NULL,
	`publisher` text NOT NULL,
	`software_group` text NOT NULL,
	`in_scope_tag_id` text,
	`first_seen` integer NOT NULL,
	FOREIGN KEY (`name_id`) REFERENCES `software_names`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE UNIQUE INDEX `software_products_key` ON `software_products` (`site_id`,`key_hash`);

CREATE INDEX `software_products_order` ON `software_products` (`site_id`,`sort_name`,`version`,`id`);

CREATE INDEX `software_products_group` ON `software_products` (`site_id`,`software_group`,`sort_name`,`version`,`id`);

CREATE INDEX `software_products_name` ON `software_products` (`name_id`,`version`,`id`);
