CREATE TABLE `map_positions` (
	`site_id` text PRIMARY KEY NOT NULL,
	`positions` text NOT NULL,
	`modified_at` integer NOT NULL,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade
);
