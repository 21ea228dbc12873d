CREATE TABLE `device_states` (
	`device_id` text NOT NULL,
	`source` text NOT NULL,
	`depth` text NOT NULL,
	`snapshot_id` text NOT NULL,
	`observation_id` text NOT NULL,
	`audit_date` integer NOT NULL,
	`hardware_hash` text,
	`software_hash` text,
	`network_hash` text,
	PRIMARY KEY(`device_id`, `source`, `depth`),
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);
