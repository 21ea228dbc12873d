CREATE TABLE `compliance_devices` (
	`device_id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`has_missing` integer NOT NULL,
	`has_forbidden` integer NOT NULL,
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `compliance_devices_site` ON `compliance_devices` (`site_id`,`device_id`);

CREATE INDEX `compliance_devices_missing` ON `compliance_devices` (`site_id`,`has_missing`,`device_id`);

CREATE INDEX `compliance_devices_forbidden` ON `compliance_devices` (`site_id`,`has_forbidden`,`device_id`);

CREATE TABLE `compliance_findings` (
	`device_id` text NOT NULL,
	`product_id` text NOT NULL,
	`name_id` text NOT NULL,
	`kind` text NOT NULL,
	PRIMARY KEY(`device_id`, `product_id`),
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `compliance_findings_name` ON `compliance_findings` (`name_id`,`device_id`,`product_id`,`kind`);

CREATE TABLE `compliance_reviews` (
	`site_id` text PRIMARY KEY NOT NULL,
	`after_device_id` text NOT NULL
);

CREATE TABLE `quota_counts` (
	`site_id` text PRIMARY KEY NOT NULL,
	`counted_since` integer NOT NULL,
	`last_counted_at` integer NOT NULL,
	`transactions` integer NOT NULL
);

CREATE TABLE `quota_callers` (
	`site_id` text NOT NULL,
	`registration_id` text NOT NULL,
	`counted_since` integer NOT NULL,
	`transactions` integer NOT NULL,
	PRIMARY KEY(`site_id`, `registration_id`)
);
