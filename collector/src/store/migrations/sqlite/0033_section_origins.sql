ALTER TABLE `device_states` ADD `custom_fields_hash` text;

ALTER TABLE `device_states` ADD `earlier` text;

-- A section that the newest snapshot of an origin does not have comes from the newest one before it that has the section.
UPDATE `device_states` SET `custom_fields_hash` = (
	SELECT lower(hex(`sections`.`hash`)) FROM `snapshots` JOIN `sections` ON `sections`.`seq` = `snapshots`.`custom_fields_seq`
	WHERE `snapshots`.`id` = unhex(replace(`device_states`.`snapshot_id`, '-', ''))
);

UPDATE `device_states` SET
	`hardware_hash` = lower(hex(`found`.`hash`)),
	`earlier` = json_patch(coalesce(`earlier`, '{}'), json_object('hardware', json_object(
		'snapshotId', (substr(lower(hex(`found`.`id`)), 1, 8) || '-' || substr(lower(hex(`found`.`id`)), 9, 4) || '-' || substr(lower(hex(`found`.`id`)), 13, 4) || '-' || substr(lower(hex(`found`.`id`)), 17, 4) || '-' || substr(lower(hex(`found`.`id`)), 21, 12)),
		'observationId', (substr(lower(hex(`found`.`observation_id`)), 1, 8) || '-' || substr(lower(hex(`found`.`observation_id`)), 9, 4) || '-' || substr(lower(hex(`found`.`observation_id`)), 13, 4) || '-' || substr(lower(hex(`found`.`observation_id`)), 17, 4) || '-' || substr(lower(hex(`found`.`observation_id`)), 21, 12)),
		'auditDate', strftime('%Y-%m-%dT%H:%M:%S', `found`.`audit_date` / 1000, 'unixepoch') || printf('.%03dZ', `found`.`audit_date` % 1000)
	)))
FROM (
	SELECT `snapshots`.`id`, `snapshots`.`observation_id`, `snapshots`.`audit_date`, `snapshots`.`device_id`, `snapshots`.`source`,
		`snapshots`.`depth`, `sections`.`hash`, row_number() OVER (
			PARTITION BY `snapshots`.`device_id`, `snapshots`.`source`, `snapshots`.`depth`
			ORDER BY `snapshots`.`audit_date` DESC, `snapshots`.`observation_id` DESC
		) AS `place`
	FROM `device_states` AS `lacking`
	JOIN `snapshots` ON `snapshots`.`device_id` = unhex(replace(`lacking`.`device_id`, '-', ''))
		AND `snapshots`.`source` = `lacking`.`source` AND `snapshots`.`depth` = `lacking`.`depth`
	JOIN `sections` ON `sections`.`seq` = `snapshots`.`hardware_seq`
	WHERE `lacking`.`hardware_hash` IS NULL
) AS `found`
WHERE `device_states`.`hardware_hash` IS NULL AND `found`.`place` = 1
	AND unhex(replace(`device_states`.`device_id`, '-', '')) = `found`.`device_id`
	AND `device_states`.`source` = `found`.`source` AND `device_states`.`depth` = `found`.`depth`;

UPDATE `device_states` SET
	`software_hash` = lower(hex(`found`.`hash`)),
	`earlier` = json_patch(coalesce(`earlier`, '{}'), json_object('software', json_object(
		'snapshotId', (substr(lower(hex(`found`.`id`)), 1, 8) || '-' || substr(lower(hex(`found`.`id`)), 9, 4) || '-' || substr(lower(hex(`found`.`id`)), 13, 4) || '-' || substr(lower(hex(`found`.`id`)), 17, 4) || '-' || substr(lower(hex(`found`.`id`)), 21, 12)),
		'observationId', (substr(lower(hex(`found`.`observation_id`)), 1, 8) || '-' || substr(lower(hex(`found`.`observation_id`)), 9, 4) || '-' || substr(lower(hex(`found`.`observation_id`)), 13, 4) || '-' || substr(lower(hex(`found`.`observation_id`)), 17, 4) || '-' || substr(lower(hex(`found`.`observation_id`)), 21, 12)),
		'auditDate', strftime('%Y-%m-%dT%H:%M:%S', `found`.`audit_date` / 1000, 'unixepoch') || printf('.%03dZ', `found`.`audit_date` % 1000)
	)))
FROM (
	SELECT `snapshots`.`id`, `snapshots`.`observation_id`, `snapshots`.`audit_date`, `snapshots`.`device_id`, `snapshots`.`source`,
		`snapshots`.`depth`, `sections`.`hash`, row_number() OVER (
			PARTITION BY `snapshots`.`device_id`, `snapshots`.`source`, `snapshots`.`depth`
			ORDER BY `snapshots`.`audit_date` DESC, `snapshots`.`observation_id` DESC
		) AS `place`
	FROM `device_states` AS `lacking`
	JOIN `snapshots` ON `snapshots`.`device_id` = unhex(replace(`lacking`.`device_id`, '-', ''))
		AND `snapshots`.`source` = `lacking`.`source` AND `snapshots`.`depth` = `lacking`.`depth`
	JOIN `sections` ON `sections`.`seq` = `snapshots`.`software_seq`
	WHERE `lacking`.`software_hash` IS NULL
) AS `found`
WHERE `device_states`.`software_hash` IS NULL AND `found`.`place` = 1
	AND unhex(replace(`device_states`.`device_id`, '-', '')) = `found`.`device_id`
	AND `device_states`.`source` = `found`.`source` AND `device_states`.`depth` = `found`.`depth`;

UPDATE `device_states` SET
	`network_hash` = lower(hex(`found`.`hash`)),
	`earlier` = json_patch(coalesce(`earlier`, '{}'), json_object('network', json_object(
		'snapshotId', (substr(lower(hex(`found`.`id`)), 1, 8) || '-' || substr(lower(hex(`found`.`id`)), 9, 4) || '-' || substr(lower(hex(`found`.`id`)), 13, 4) || '-' || substr(lower(hex(`found`.`id`)), 17, 4) || '-' || substr(lower(hex(`found`.`id`)), 21, 12)),
		'observationId', (substr(lower(hex(`found`.`observation_id`)), 1, 8) || '-' || substr(lower(hex(`found`.`observation_id`)), 9, 4) || '-' || substr(lower(hex(`found`.`observation_id`)), 13, 4) || '-' || substr(lower(hex(`found`.`observation_id`)), 17, 4) || '-' || substr(lower(hex(`found`.`observation_id`)), 21, 12)),
		'auditDate', strftime('%Y-%m-%dT%H:%M:%S', `found`.`audit_date` / 1000, 'unixepoch') || printf('.%03dZ', `found`.`audit_date` % 1000)
	)))
FROM (
	SELECT `snapshots`.`id`, `snapshots`.`observation_id`, `snapshots`.`audit_date`, `snapshots`.`device_id`, `snapshots`.`source`,
		`snapshots`.`depth`, `sections`.`hash`, row_number() OVER (
			PARTITION BY `snapshots`.`device_id`, `snapshots`.`source`, `snapshots`.`depth`
			ORDER BY `snapshots`.`audit_date` DESC, `snapshots`.`observation_id` DESC
		) AS `place`
	FROM `device_states` AS `lacking`
	JOIN `snapshots` ON `snapshots`.`device_id` = unhex(replace(`lacking`.`device_id`, '-', ''))
		AND `snapshots`.`source` = `lacking`.`source` AND `snapshots`.`depth` = `lacking`.`depth`
	JOIN `sections` ON `sections`.`seq` = `snapshots`.`network_seq`
	WHERE `lacking`.`network_hash` IS NULL
) AS `found`
WHERE `device_states`.`network_hash` IS NULL AND `found`.`place` = 1
	AND unhex(replace(`device_states`.`device_id`, '-', '')) = `found`.`device_id`
	AND `device_states`.`source` = `found`.`source` AND `device_states`.`depth` = `found`.`depth`;

UPDATE `device_states` SET
	`custom_fields_hash` = lower(hex(`found`.`hash`)),
	`earlier` = json_patch(coalesce(`earlier`, '{}'), json_object('customFields', json_object(
		'snapshotId', (substr(lower(hex(`found`.`id`)), 1, 8) || '-' || substr(lower(hex(`found`.`id`)), 9, 4) || '-' || substr(lower(hex(`found`.`id`)), 13, 4) || '-' || substr(lower(hex(`found`.`id`)), 17, 4) || '-' || substr(lower(hex(`found`.`id`)), 21, 12)),
		'observationId', (substr(lower(hex(`found`.`observation_id`)), 1, 8) || '-' || substr(lower(hex(`found`.`observation_id`)), 9, 4) || '-' || substr(lower(hex(`found`.`observation_id`)), 13, 4) || '-' || substr(lower(hex(`found`.`observation_id`)), 17, 4) || '-' || substr(lower(hex(`found`.`observation_id`)), 21, 12)),
		'auditDate', strftime('%Y-%m-%dT%H:%M:%S', `found`.`audit_date` / 1000, 'unixepoch') || printf('.%03dZ', `found`.`audit_date` % 1000)
	)))
FROM (
	SELECT `snapshots`.`id`, `snapshots`.`observation_id`, `snapshots`.`audit_date`, `snapshots`.`device_id`, `snapshots`.`source`,
		`snapshots`.`depth`, `sections`.`hash`, row_number() OVER (
			PARTITION BY `snapshots`.`device_id`, `snapshots`.`source`, `snapshots`.`depth`
			ORDER BY `snapshots`.`audit_date` DESC, `snapshots`.`observation_id` DESC
		) AS `place`
	FROM `device_states` AS `lacking`
	JOIN `snapshots` ON `snapshots`.`device_id` = unhex(replace(`lacking`.`device_id`, '-', ''))
		AND `snapshots`.`source` = `lacking`.`source` AND `snapshots`.`depth` = `lacking`.`depth`
	JOIN `sections` ON `sections`.`seq` = `snapshots`.`custom_fields_seq`
	WHERE `lacking`.`custom_fields_hash` IS NULL
) AS `found`
WHERE `device_states`.`custom_fields_hash` IS NULL AND `found`.`place` = 1
	AND unhex(replace(`device_states`.`device_id`, '-', '')) = `found`.`device_id`
	AND `device_states`.`source` = `found`.`source` AND `device_states`.`depth` = `found`.`depth`;
