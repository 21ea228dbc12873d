CREATE TABLE `device_neighbors` (
	`device_id` text NOT NULL,
	`position` integer NOT NULL,
	`port` text NOT NULL,
	`protocol` text NOT NULL,
	`name` text,
	`description` text,
	`address` text NOT NULL,
	`network` text,
	PRIMARY KEY(`device_id`, `position`),
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);
