DROP INDEX `device_versions_list`;

CREATE INDEX `device_versions_list` ON `device_versions` (`site_id`,`until_time`,`from_time`,`name_key`,`device_id`,`type`,`ip_key`,`last_segment_id`);
