ALTER TABLE `reports` ADD `format` text DEFAULT 'csv' NOT NULL;
