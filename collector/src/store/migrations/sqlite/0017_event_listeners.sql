CREATE TABLE `event_listeners` (
	`site_id` text PRIMARY KEY NOT NULL,
	`until` integer NOT NULL
);
