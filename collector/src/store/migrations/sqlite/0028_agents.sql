ALTER TABLE `agents` ADD `name` text;

ALTER TABLE `agents` ADD `platform` text;

ALTER TABLE `agents` ADD `os_name` text;

ALTER TABLE `agents` ADD `copied_at` integer;

ALTER TABLE `agents` ADD `truncated` text;

ALTER TABLE `agents` ADD `clock_ahead_ms` integer;

ALTER TABLE `agents` ADD `refused_at` integer;

ALTER TABLE `agents` ADD `refusal` text;

CREATE INDEX `agents_device` ON `agents` (`device_id`);
