ALTER TABLE `device_identifiers` ADD `reported` text;

ALTER TABLE `device_identifiers` ADD `manufacturer` text;

ALTER TABLE `identity_junk` ADD `reported` text;

ALTER TABLE `identity_junk` ADD `manufacturer` text;

ALTER TABLE `identity_collisions` ADD `reported` text;

ALTER TABLE `identity_collisions` ADD `manufacturer` text;
