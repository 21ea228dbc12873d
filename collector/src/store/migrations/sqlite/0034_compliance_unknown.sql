DROP INDEX `compliance_devices_site`;

ALTER TABLE `compliance_devices` ADD `is_unknown` integer DEFAULT false NOT NULL;

CREATE INDEX `compliance_devices_state` ON `compliance_devices` (`site_id`,`is_unknown`,`device_id`);

DROP INDEX `compliance_findings_product`;

CREATE INDEX `compliance_findings_rule` ON `compliance_findings` (`product_id`,`device_id`,`kind`);

-- A computer whose software was never read is judged anew.
INSERT INTO `compliance_reviews` (`site_id`, `after_device_id`) SELECT `id`, '' FROM `sites` WHERE true
ON CONFLICT (`site_id`) DO UPDATE SET `after_device_id` = '';
