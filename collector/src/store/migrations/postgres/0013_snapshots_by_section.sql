CREATE INDEX "snapshots_hardware" ON "snapshots" USING btree ("hardware_hash");

CREATE INDEX "snapshots_software" ON "snapshots" USING btree ("software_hash");

CREATE INDEX "snapshots_network" ON "snapshots" USING btree ("network_hash");

CREATE INDEX "snapshots_custom_fields" ON "snapshots" USING btree ("custom_fields_hash");
