ALTER TABLE `software_names` ADD `kind` text DEFAULT 'product' NOT NULL;

CREATE TABLE `__new_software_products` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`site_id` text NOT NULL,
	`name_id` text NOT NULL,
	`key_hash` text NOT NULL,
	`name` text NOT NULL,
	`sort_name` text NOT NULL,
	`version` text NOT NULL,
	`publisher` text NOT NULL,
	`source` text NOT NULL,
	`kind` text NOT NULL,
	`software_group` text NOT NULL,
	`in_scope_tag_id` text,
	`first_seen` integer NOT NULL,
	`grouping` integer NOT NULL,
	FOREIGN KEY (`name_id`) REFERENCES `software_names`(`id`) ON UPDATE no action ON DELETE no action
);

INSERT INTO `__new_software_products` (`id`, `site_id`, `name_id`, `key_hash`, `name`, `sort_name`, `version`, `publisher`, `source`, `kind`, `software_group`, `in_scope_tag_id`, `first_seen`, `grouping`)
SELECT `id`, `site_id`, `name_id`, `key_hash`, `name`, `sort_name`, `version`, `publisher`, '', 'product', `software_group`, `in_scope_tag_id`, `first_seen`, 0
FROM `software_products` ORDER BY `id`;

CREATE UNIQUE INDEX `software_products_id` ON `__new_software_products` (`id`);

CREATE TABLE `__new_software_counts` (
	`product` integer PRIMARY KEY NOT NULL,
	`installations` integer NOT NULL,
	`changed_at` integer NOT NULL
);

INSERT INTO `__new_software_counts`
SELECT p.`number`, c.`installations`, c.`changed_at`
FROM `software_counts` c JOIN `__new_software_products` p ON p.`id` = c.`subject_id`
ORDER BY p.`number`;

CREATE TABLE `installed_lists` (
	`device` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`device_id` text NOT NULL,
	`products` text NOT NULL
);

INSERT INTO `installed_lists` (`device_id`, `products`)
SELECT i.`device_id`, json_group_array(p.`number` ORDER BY p.`number`)
FROM `installations` i JOIN `__new_software_products` p ON p.`id` = i.`product_id`
GROUP BY i.`device_id` ORDER BY i.`device_id`;

CREATE UNIQUE INDEX `installed_lists_device` ON `installed_lists` (`device_id`);

CREATE TABLE `__new_installations` (
	`product` integer NOT NULL,
	`device` integer NOT NULL,
	`install_date` integer,
	`first_seen` integer NOT NULL,
	PRIMARY KEY(`product`, `device`)
) WITHOUT ROWID;

INSERT INTO `__new_installations`
SELECT p.`number`, l.`device`, i.`install_date`, i.`first_seen`
FROM `installations` i
JOIN `__new_software_products` p ON p.`id` = i.`product_id`
JOIN `installed_lists` l ON l.`device_id` = i.`device_id`
ORDER BY p.`number`, l.`device`;

DROP TABLE `installations`;

ALTER TABLE `__new_installations` RENAME TO `installations`;

DROP TABLE `software_counts`;

ALTER TABLE `__new_software_counts` RENAME TO `software_counts`;

DROP TABLE `software_products`;

ALTER TABLE `__new_software_products` RENAME TO `software_products`;

CREATE UNIQUE INDEX `software_products_key` ON `software_products` (`site_id`,`key_hash`);

CREATE INDEX `software_products_order` ON `software_products` (`site_id`,`sort_name`,`version`,`id`);

CREATE INDEX `software_products_group` ON `software_products` (`site_id`,`software_group`,`sort_name`,`version`,`id`);

CREATE INDEX `software_products_name` ON `software_products` (`name_id`,`version`,`id`);

CREATE INDEX `software_products_grouping` ON `software_products` (`grouping`);
