PRAGMA foreign_keys=OFF;

CREATE TABLE `__new_device_reviews` (
	`device_id` text NOT NULL,
	`kind` text NOT NULL,
	`site_id` text NOT NULL,
	`review` text NOT NULL,
	`snapshot_id` text NOT NULL,
	`since` integer NOT NULL,
	`ends_at` integer,
	PRIMARY KEY(`device_id`, `kind`, `snapshot_id`),
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);

INSERT INTO `__new_device_reviews`("device_id", "kind", "site_id", "review", "snapshot_id", "since", "ends_at") SELECT "device_id", "kind", "site_id", "review", coalesce("snapshot_id", ''), "since", "ends_at" FROM `device_reviews`;

DROP TABLE `device_reviews`;

ALTER TABLE `__new_device_reviews` RENAME TO `device_reviews`;

PRAGMA foreign_keys=ON;

CREATE INDEX `device_reviews_since` ON `device_reviews` (`site_id`,`since`,`device_id`);
