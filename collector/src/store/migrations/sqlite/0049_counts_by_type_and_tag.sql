DROP TRIGGER IF EXISTS `devices_revision_insert`;
DROP TRIGGER IF EXISTS `devices_revision_update`;
DROP TRIGGER IF EXISTS `devices_revision_delete`;
CREATE TABLE IF NOT EXISTS `devices_revision` (n integer NOT NULL);
INSERT INTO `devices_revision` SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM `devices_revision`);
CREATE TRIGGER `devices_revision_insert` AFTER INSERT ON `devices` BEGIN UPDATE `devices_revision` SET n = n + 1; END;
CREATE TRIGGER `devices_revision_update` AFTER UPDATE OF `site_id`, `is_archived`, `type`, `search_text` ON `devices` WHEN old.`site_id` IS NOT new.`site_id` OR old.`is_archived` IS NOT new.`is_archived` OR old.`type` IS NOT new.`type` OR old.`search_text` IS NOT new.`search_text` BEGIN UPDATE `devices_revision` SET n = n + 1; END;
CREATE TRIGGER `devices_revision_delete` AFTER DELETE ON `devices` BEGIN UPDATE `devices_revision` SET n = n + 1; END;

DROP TRIGGER IF EXISTS `device_tags_revision_insert`;
DROP TRIGGER IF EXISTS `device_tags_revision_update`;
DROP TRIGGER IF EXISTS `device_tags_revision_delete`;
CREATE TABLE IF NOT EXISTS `device_tags_revision` (n integer NOT NULL);
INSERT INTO `device_tags_revision` SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM `device_tags_revision`);
CREATE TRIGGER `device_tags_revision_insert` AFTER INSERT ON `device_tags` BEGIN UPDATE `device_tags_revision` SET n = n + 1; END;
CREATE TRIGGER `device_tags_revision_update` AFTER UPDATE OF `device_id`, `tag_id` ON `device_tags` WHEN old.`device_id` IS NOT new.`device_id` OR old.`tag_id` IS NOT new.`tag_id` BEGIN UPDATE `device_tags_revision` SET n = n + 1; END;
CREATE TRIGGER `device_tags_revision_delete` AFTER DELETE ON `device_tags` BEGIN UPDATE `device_tags_revision` SET n = n + 1; END;
