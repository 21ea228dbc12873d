ALTER TABLE `task_hosts` ADD `at` integer DEFAULT 0 NOT NULL;

CREATE INDEX `task_hosts_at` ON `task_hosts` (`task_id`,`at`,`address`);

UPDATE `task_hosts` SET `at` = (SELECT `created_at` FROM `tasks` WHERE `id` = `task_id`);
