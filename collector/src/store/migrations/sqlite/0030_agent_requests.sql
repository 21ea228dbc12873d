ALTER TABLE `agents` ADD `snapshot_wanted_at` integer;

ALTER TABLE `agents` ADD `watched_at` integer;
