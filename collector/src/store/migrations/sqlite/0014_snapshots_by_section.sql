CREATE INDEX `snapshots_hardware` ON `snapshots` (`hardware_hash`);

CREATE INDEX `snapshots_software` ON `snapshots` (`software_hash`);

CREATE INDEX `snapshots_network` ON `snapshots` (`network_hash`);

CREATE INDEX `snapshots_custom_fields` ON `snapshots` (`custom_fields_hash`);
