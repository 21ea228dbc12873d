ALTER TABLE `audit_services` ADD `networks` text;
