CREATE TABLE `audit_problems` (
	`device_id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`since` integer NOT NULL,
	`task_id` text NOT NULL,
	`reason` text NOT NULL,
	`attempts` text NOT NULL,
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `audit_problems_site` ON `audit_problems` (`site_id`);

ALTER TABLE `task_hosts` ADD `reason` text DEFAULT 'not-reported' NOT NULL;

ALTER TABLE `task_hosts` ADD `attempts` text;

DROP TRIGGER IF EXISTS `task_hosts_tally_insert`;
DROP TRIGGER IF EXISTS `task_hosts_tally_update`;
DROP TRIGGER IF EXISTS `task_hosts_tally_delete`;
DROP TABLE IF EXISTS `task_hosts_tally`;
CREATE TABLE `task_hosts_tally` (`task_id` text NOT NULL, `outcome` text NOT NULL, `reason` text NOT NULL, n integer NOT NULL, PRIMARY KEY (`task_id`, `outcome`, `reason`)) WITHOUT ROWID;
INSERT INTO `task_hosts_tally` SELECT `task_id`, `outcome`, `reason`, count(*) FROM `task_hosts` GROUP BY `task_id`, `outcome`, `reason`;
CREATE TRIGGER `task_hosts_tally_insert` AFTER INSERT ON `task_hosts` BEGIN INSERT INTO `task_hosts_tally` SELECT new.`task_id`, new.`outcome`, new.`reason`, 0 WHERE NOT EXISTS (SELECT 1 FROM `task_hosts_tally` WHERE `task_id` = new.`task_id` AND `outcome` = new.`outcome` AND `reason` = new.`reason`); UPDATE `task_hosts_tally` SET n = n + 1 WHERE `task_id` = new.`task_id` AND `outcome` = new.`outcome` AND `reason` = new.`reason`; END;
CREATE TRIGGER `task_hosts_tally_update` AFTER UPDATE OF `task_id`, `outcome`, `reason` ON `task_hosts` WHEN old.`task_id` <> new.`task_id` OR old.`outcome` <> new.`outcome` OR old.`reason` <> new.`reason` BEGIN UPDATE `task_hosts_tally` SET n = n - 1 WHERE `task_id` = old.`task_id` AND `outcome` = old.`outcome` AND `reason` = old.`reason`; DELETE FROM `task_hosts_tally` WHERE `task_id` = old.`task_id` AND `outcome` = old.`outcome` AND `reason` = old.`reason` AND n = 0; INSERT INTO `task_hosts_tally` SELECT new.`task_id`, new.`outcome`, new.`reason`, 0 WHERE NOT EXISTS (SELECT 1 FROM `task_hosts_tally` WHERE `task_id` = new.`task_id` AND `outcome` = new.`outcome` AND `reason` = new.`reason`); UPDATE `task_hosts_tally` SET n = n + 1 WHERE `task_id` = new.`task_id` AND `outcome` = new.`outcome` AND `reason` = new.`reason`; END;
CREATE TRIGGER `task_hosts_tally_delete` AFTER DELETE ON `task_hosts` BEGIN UPDATE `task_hosts_tally` SET n = n - 1 WHERE `task_id` = old.`task_id` AND `outcome` = old.`outcome` AND `reason` = old.`reason`; DELETE FROM `task_hosts_tally` WHERE `task_id` = old.`task_id` AND `outcome` = old.`outcome` AND `reason` = old.`reason` AND n = 0; END;
