DROP INDEX `devices_segment`;

CREATE INDEX `devices_segment` ON `devices` (`last_segment_id`,`site_id`,`name_key`,`id`);

DROP TRIGGER IF EXISTS `devices_revision_insert`;
DROP TRIGGER IF EXISTS `devices_revision_update`;
DROP TRIGGER IF EXISTS `devices_revision_delete`;
CREATE TABLE IF NOT EXISTS `devices_revision` (n integer NOT NULL);
INSERT INTO `devices_revision` SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM `devices_revision`);
CREATE TRIGGER `devices_revision_insert` AFTER INSERT ON `devices` BEGIN UPDATE `devices_revision` SET n = n + 1; END;
CREATE TRIGGER `devices_revision_update` AFTER UPDATE OF `site_id`, `search_text` ON `devices` WHEN old.`site_id` IS NOT new.`site_id` OR old.`search_text` IS NOT new.`search_text` BEGIN UPDATE `devices_revision` SET n = n + 1; END;
CREATE TRIGGER `devices_revision_delete` AFTER DELETE ON `devices` BEGIN UPDATE `devices_revision` SET n = n + 1; END;
