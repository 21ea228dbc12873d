DROP TRIGGER IF EXISTS `device_identifiers_revision_insert`;
DROP TRIGGER IF EXISTS `device_identifiers_revision_update`;
DROP TRIGGER IF EXISTS `device_identifiers_revision_delete`;
CREATE TABLE IF NOT EXISTS `device_identifiers_revision` (n integer NOT NULL);
INSERT INTO `device_identifiers_revision` SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM `device_identifiers_revision`);
CREATE TRIGGER `device_identifiers_revision_insert` AFTER INSERT ON `device_identifiers` BEGIN UPDATE `device_identifiers_revision` SET n = n + 1; END;
CREATE TRIGGER `device_identifiers_revision_update` AFTER UPDATE OF `device_id`, `kind`, `value` ON `device_identifiers` WHEN old.`device_id` IS NOT new.`device_id` OR old.`kind` IS NOT new.`kind` OR old.`value` IS NOT new.`value` BEGIN UPDATE `device_identifiers_revision` SET n = n + 1; END;
CREATE TRIGGER `device_identifiers_revision_delete` AFTER DELETE ON `device_identifiers` BEGIN UPDATE `device_identifiers_revision` SET n = n + 1; END;

DROP TRIGGER IF EXISTS `device_states_revision_insert`;
DROP TRIGGER IF EXISTS `device_states_revision_update`;
DROP TRIGGER IF EXISTS `device_states_revision_delete`;
CREATE TABLE IF NOT EXISTS `device_states_revision` (n integer NOT NULL);
INSERT INTO `device_states_revision` SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM `device_states_revision`);
CREATE TRIGGER `device_states_revision_insert` AFTER INSERT ON `device_states` BEGIN UPDATE `device_states_revision` SET n = n + 1; END;
CREATE TRIGGER `device_states_revision_update` AFTER UPDATE OF `device_id` ON `device_states` WHEN old.`device_id` IS NOT new.`device_id` BEGIN UPDATE `device_states_revision` SET n = n + 1; END;
CREATE TRIGGER `device_states_revision_delete` AFTER DELETE ON `device_states` BEGIN UPDATE `device_states_revision` SET n = n + 1; END;

DROP TRIGGER IF EXISTS `device_sightings_revision_insert`;
DROP TRIGGER IF EXISTS `device_sightings_revision_update`;
DROP TRIGGER IF EXISTS `device_sightings_revision_delete`;
CREATE TABLE IF NOT EXISTS `device_sightings_revision` (n integer NOT NULL);
INSERT INTO `device_sightings_revision` SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM `device_sightings_revision`);
CREATE TRIGGER `device_sightings_revision_insert` AFTER INSERT ON `device_sightings` BEGIN UPDATE `device_sightings_revision` SET n = n + 1; END;
CREATE TRIGGER `device_sightings_revision_update` AFTER UPDATE OF `device_id`, `key`, `decided` ON `device_sightings` WHEN old.`device_id` IS NOT new.`device_id` OR old.`key` IS NOT new.`key` OR old.`decided` IS NOT new.`decided` BEGIN UPDATE `device_sightings_revision` SET n = n + 1; END;
CREATE TRIGGER `device_sightings_revision_delete` AFTER DELETE ON `device_sightings` BEGIN UPDATE `device_sightings_revision` SET n = n + 1; END;
