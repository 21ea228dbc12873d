DROP INDEX `devices_manufacturer`;

CREATE INDEX `devices_manufacturer` ON `devices` (`site_id`,`is_archived`,`manufacturer`,`name_key`,`id`);
