ALTER TABLE `agents` ADD `last_snapshot_id` text;

ALTER TABLE `agents` ADD `forks` text;

ALTER TABLE `device_reviews` ADD `ends_at` integer;
