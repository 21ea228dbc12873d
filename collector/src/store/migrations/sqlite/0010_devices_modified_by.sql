ALTER TABLE `devices` ADD `modified_by` text;

CREATE INDEX `devices_audit` ON `devices` (`site_id`,`audit_date`,`id`);
