DROP TRIGGER IF EXISTS `devices_manufacturer_tally_insert`;
DROP TRIGGER IF EXISTS `devices_manufacturer_tally_update`;
DROP TRIGGER IF EXISTS `devices_manufacturer_tally_delete`;
DROP TABLE IF EXISTS `devices_manufacturer_tally`;
CREATE TABLE `devices_manufacturer_tally` (`site_id` text NOT NULL, `is_archived` integer NOT NULL, `manufacturer` text NOT NULL, n integer NOT NULL, PRIMARY KEY (`site_id`, `is_archived`, `manufacturer`)) WITHOUT ROWID;
INSERT INTO `devices_manufacturer_tally` SELECT `site_id`, `is_archived`, coalesce(`manufacturer`, ''), count(*) FROM `devices` GROUP BY `site_id`, `is_archived`, coalesce(`manufacturer`, '');
CREATE TRIGGER `devices_manufacturer_tally_insert` AFTER INSERT ON `devices` BEGIN INSERT INTO `devices_manufacturer_tally` SELECT new.`site_id`, new.`is_archived`, coalesce(new.`manufacturer`, ''), 0 WHERE NOT EXISTS (SELECT 1 FROM `devices_manufacturer_tally` WHERE `site_id` = new.`site_id` AND `is_archived` = new.`is_archived` AND `manufacturer` = coalesce(new.`manufacturer`, '')); UPDATE `devices_manufacturer_tally` SET n = n + 1 WHERE `site_id` = new.`site_id` AND `is_archived` = new.`is_archived` AND `manufacturer` = coalesce(new.`manufacturer`, ''); END;
CREATE TRIGGER `devices_manufacturer_tally_update` AFTER UPDATE OF `site_id`, `is_archived`, `manufacturer` ON `devices` WHEN old.`site_id` <> new.`site_id` OR old.`is_archived` <> new.`is_archived` OR coalesce(old.`manufacturer`, '') <> coalesce(new.`manufacturer`, '') BEGIN UPDATE `devices_manufacturer_tally` SET n = n - 1 WHERE `site_id` = old.`site_id` AND `is_archived` = old.`is_archived` AND `manufacturer` = coalesce(old.`manufacturer`, ''); DELETE FROM `devices_manufacturer_tally` WHERE `site_id` = old.`site_id` AND `is_archived` = old.`is_archived` AND `manufacturer` = coalesce(old.`manufacturer`, '') AND n = 0; INSERT INTO `devices_manufacturer_tally` SELECT new.`site_id`, new.`is_archived`, coalesce(new.`manufacturer`, ''), 0 WHERE NOT EXISTS (SELECT 1 FROM `devices_manufacturer_tally` WHERE `site_id` = new.`site_id` AND `is_archived` = new.`is_archived` AND `manufacturer` = coalesce(new.`manufacturer`, '')); UPDATE `devices_manufacturer_tally` SET n = n + 1 WHERE `site_id` = new.`site_id` AND `is_archived` = new.`is_archived` AND `manufacturer` = coalesce(new.`manufacturer`, ''); END;
CREATE TRIGGER `devices_manufacturer_tally_delete` AFTER DELETE ON `devices` BEGIN UPDATE `devices_manufacturer_tally` SET n = n - 1 WHERE `site_id` = old.`site_id` AND `is_archived` = old.`is_archived` AND `manufacturer` = coalesce(old.`manufacturer`, ''); DELETE FROM `devices_manufacturer_tally` WHERE `site_id` = old.`site_id` AND `is_archived` = old.`is_archived` AND `manufacturer` = coalesce(old.`manufacturer`, '') AND n = 0; END;

DROP TRIGGER IF EXISTS `device_tags_tally_insert`;
DROP TRIGGER IF EXISTS `device_tags_tally_update`;
DROP TRIGGER IF EXISTS `device_tags_tally_delete`;
DROP TABLE IF EXISTS `device_tags_tally`;
CREATE TABLE `device_tags_tally` (`tag_id` text NOT NULL, n integer NOT NULL, PRIMARY KEY (`tag_id`)) WITHOUT ROWID;
INSERT INTO `device_tags_tally` SELECT `tag_id`, count(*) FROM `device_tags` GROUP BY `tag_id`;
CREATE TRIGGER `device_tags_tally_insert` AFTER INSERT ON `device_tags` BEGIN INSERT INTO `device_tags_tally` SELECT new.`tag_id`, 0 WHERE NOT EXISTS (SELECT 1 FROM `device_tags_tally` WHERE `tag_id` = new.`tag_id`); UPDATE `device_tags_tally` SET n = n + 1 WHERE `tag_id` = new.`tag_id`; END;
CREATE TRIGGER `device_tags_tally_update` AFTER UPDATE OF `tag_id` ON `device_tags` WHEN old.`tag_id` <> new.`tag_id` BEGIN UPDATE `device_tags_tally` SET n = n - 1 WHERE `tag_id` = old.`tag_id`; DELETE FROM `device_tags_tally` WHERE `tag_id` = old.`tag_id` AND n = 0; INSERT INTO `device_tags_tally` SELECT new.`tag_id`, 0 WHERE NOT EXISTS (SELECT 1 FROM `device_tags_tally` WHERE `tag_id` = new.`tag_id`); UPDATE `device_tags_tally` SET n = n + 1 WHERE `tag_id` = new.`tag_id`; END;
CREATE TRIGGER `device_tags_tally_delete` AFTER DELETE ON `device_tags` BEGIN UPDATE `device_tags_tally` SET n = n - 1 WHERE `tag_id` = old.`tag_id`; DELETE FROM `device_tags_tally` WHERE `tag_id` = old.`tag_id` AND n = 0; END;

DROP TRIGGER IF EXISTS `device_versions_revision_insert`;
DROP TRIGGER IF EXISTS `device_versions_revision_update`;
DROP TRIGGER IF EXISTS `device_versions_revision_delete`;
CREATE TABLE IF NOT EXISTS `device_versions_revision` (n integer NOT NULL);
INSERT INTO `device_versions_revision` SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM `device_versions_revision`);
CREATE TRIGGER `device_versions_revision_insert` AFTER INSERT ON `device_versions` BEGIN UPDATE `device_versions_revision` SET n = n + 1; END;
CREATE TRIGGER `device_versions_revision_update` AFTER UPDATE OF `site_id`, `from_time`, `until_time`, `type`, `last_segment_id` ON `device_versions` WHEN old.`site_id` IS NOT new.`site_id` OR old.`from_time` IS NOT new.`from_time` OR old.`until_time` IS NOT new.`until_time` OR old.`type` IS NOT new.`type` OR old.`last_segment_id` IS NOT new.`last_segment_id` BEGIN UPDATE `device_versions_revision` SET n = n + 1; END;
CREATE TRIGGER `device_versions_revision_delete` AFTER DELETE ON `device_versions` BEGIN UPDATE `device_versions_revision` SET n = n + 1; END;
