ALTER TABLE `audit_services` ADD `instances` text;
