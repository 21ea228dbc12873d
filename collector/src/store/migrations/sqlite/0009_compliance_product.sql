DROP INDEX `compliance_findings_name`;

CREATE INDEX `compliance_findings_product` ON `compliance_findings` (`product_id`,`device_id`);

CREATE INDEX `compliance_findings_name` ON `compliance_findings` (`name_id`,`device_id`,`kind`);
