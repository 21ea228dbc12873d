DROP TRIGGER IF EXISTS `task_hosts_tally_insert`;
DROP TRIGGER IF EXISTS `task_hosts_tally_update`;
DROP TRIGGER IF EXISTS `task_hosts_tally_delete`;
DROP TABLE IF EXISTS `task_hosts_tally`;
CREATE TABLE `task_hosts_tally` (`task_id` text NOT NULL, `outcome` text NOT NULL, n integer NOT NULL, PRIMARY KEY (`task_id`, `outcome`)) WITHOUT ROWID;
INSERT INTO `task_hosts_tally` SELECT `task_id`, `outcome`, count(*) FROM `task_hosts` GROUP BY `task_id`, `outcome`;
CREATE TRIGGER `task_hosts_tally_insert` AFTER INSERT ON `task_hosts` BEGIN INSERT INTO `task_hosts_tally` SELECT new.`task_id`, new.`outcome`, 0 WHERE NOT EXISTS (SELECT 1 FROM `task_hosts_tally` WHERE `task_id` = new.`task_id` AND `outcome` = new.`outcome`); UPDATE `task_hosts_tally` SET n = n + 1 WHERE `task_id` = new.`task_id` AND `outcome` = new.`outcome`; END;
CREATE TRIGGER `task_hosts_tally_update` AFTER UPDATE OF `task_id`, `outcome` ON `task_hosts` WHEN old.`task_id` <> new.`task_id` OR old.`outcome` <> new.`outcome` BEGIN UPDATE `task_hosts_tally` SET n = n - 1 WHERE `task_id` = old.`task_id` AND `outcome` = old.`outcome`; DELETE FROM `task_hosts_tally` WHERE `task_id` = old.`task_id` AND `outcome` = old.`outcome` AND n = 0; INSERT INTO `task_hosts_tally` SELECT new.`task_id`, new.`outcome`, 0 WHERE NOT EXISTS (SELECT 1 FROM `task_hosts_tally` WHERE `task_id` = new.`task_id` AND `outcome` = new.`outcome`); UPDATE `task_hosts_tally` SET n = n + 1 WHERE `task_id` = new.`task_id` AND `outcome` = new.`outcome`; END;
CREATE TRIGGER `task_hosts_tally_delete` AFTER DELETE ON `task_hosts` BEGIN UPDATE `task_hosts_tally` SET n = n - 1 WHERE `task_id` = old.`task_id` AND `outcome` = old.`outcome`; DELETE FROM `task_hosts_tally` WHERE `task_id` = old.`task_id` AND `outcome` = old.`outcome` AND n = 0; END;

DROP TRIGGER IF EXISTS `devices_tally_insert`;
DROP TRIGGER IF EXISTS `devices_tally_update`;
DROP TRIGGER IF EXISTS `devices_tally_delete`;
DROP TABLE IF EXISTS `devices_tally`;
CREATE TABLE `devices_tally` (`site_id` text NOT NULL, `type` text NOT NULL, n integer NOT NULL, PRIMARY KEY (`site_id`, `type`)) WITHOUT ROWID;
INSERT INTO `devices_tally` SELECT `site_id`, `type`, count(*) FROM `devices` GROUP BY `site_id`, `type`;
CREATE TRIGGER `devices_tally_insert` AFTER INSERT ON `devices` BEGIN INSERT INTO `devices_tally` SELECT new.`site_id`, new.`type`, 0 WHERE NOT EXISTS (SELECT 1 FROM `devices_tally` WHERE `site_id` = new.`site_id` AND `type` = new.`type`); UPDATE `devices_tally` SET n = n + 1 WHERE `site_id` = new.`site_id` AND `type` = new.`type`; END;
CREATE TRIGGER `devices_tally_update` AFTER UPDATE OF `site_id`, `type` ON `devices` WHEN old.`site_id` <> new.`site_id` OR old.`type` <> new.`type` BEGIN UPDATE `devices_tally` SET n = n - 1 WHERE `site_id` = old.`site_id` AND `type` = old.`type`; DELETE FROM `devices_tally` WHERE `site_id` = old.`site_id` AND `type` = old.`type` AND n = 0; INSERT INTO `devices_tally` SELECT new.`site_id`, new.`type`, 0 WHERE NOT EXISTS (SELECT 1 FROM `devices_tally` WHERE `site_id` = new.`site_id` AND `type` = new.`type`); UPDATE `devices_tally` SET n = n + 1 WHERE `site_id` = new.`site_id` AND `type` = new.`type`; END;
CREATE TRIGGER `devices_tally_delete` AFTER DELETE ON `devices` BEGIN UPDATE `devices_tally` SET n = n - 1 WHERE `site_id` = old.`site_id` AND `type` = old.`type`; DELETE FROM `devices_tally` WHERE `site_id` = old.`site_id` AND `type` = old.`type` AND n = 0; END;
