ALTER TABLE `sections` ADD `base_hash` text REFERENCES sections(hash);

CREATE INDEX `sections_base` ON `sections` (`base_hash`);
