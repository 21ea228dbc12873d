DROP TRIGGER IF EXISTS `devices_tally_insert`;
DROP TRIGGER IF EXISTS `devices_tally_update`;
DROP TRIGGER IF EXISTS `devices_tally_delete`;
DROP TABLE IF EXISTS `devices_tally`;
CREATE TABLE `devices_tally` (`site_id` text NOT NULL, `type` text NOT NULL, n integer NOT NULL, PRIMARY KEY (`site_id`, `type`)) WITHOUT ROWID;
INSERT INTO `devices_tally` SELECT `site_id`, `type`, count(*) FROM `devices` GROUP BY `site_id`, `type`;
CREATE TRIGGER `devices_tally_insert` AFTER INSERT ON `devices` BEGIN INSERT INTO `devices_tally` SELECT new.`site_id`, new.`type`, 0 WHERE NOT EXISTS (SELECT 1 FROM `devices_tally` WHERE `site_id` = new.`site_id` AND `type` = new.`type`); UPDATE `devices_tally` SET n = n + 1 WHERE `site_id` = new.`site_id` AND `type` = new.`type`; END;
CREATE TRIGGER `devices_tally_update` AFTER UPDATE OF `site_id`, `type` ON `devices` WHEN old.`site_id` <> new.`site_id` OR old.`type` <> new.`type` BEGIN UPDATE `devices_tally` SET n = n - 1 WHERE `site_id` = old.`site_id` AND `type` = old.`type`; INSERT INTO `devices_tally` SELECT new.`site_id`, new.`type`, 0 WHERE NOT EXISTS (SELECT 1 FROM `devices_tally` WHERE `site_id` = new.`site_id` AND `type` = new.`type`); UPDATE `devices_tally` SET n = n + 1 WHERE `site_id` = new.`site_id` AND `type` = new.`type`; END;
CREATE TRIGGER `devices_tally_delete` AFTER DELETE ON `devices` BEGIN UPDATE `devices_tally` SET n = n - 1 WHERE `site_id` = old.`site_id` AND `type` = old.`type`; END;
