CREATE TABLE "sites" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"name_key" text COLLATE "C" NOT NULL,
	"created_at" bigint NOT NULL
);

CREATE TABLE "site_settings" (
	"site_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"settings" json NOT NULL,
	"sealed_secrets" "bytea",
	"modified_at" bigint NOT NULL
);

CREATE TABLE "secrets" (
	"name" text COLLATE "C" PRIMARY KEY NOT NULL,
	"sealed" "bytea" NOT NULL,
	"created_at" bigint NOT NULL
);

CREATE TABLE "app_registrations" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"client_id" text COLLATE "C" NOT NULL,
	"secret_hash" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"enabled" boolean NOT NULL,
	"expires_at" bigint,
	"expiry_told_days" bigint,
	"capabilities" json NOT NULL,
	"created_at" bigint NOT NULL,
	"created_by" text COLLATE "C" NOT NULL
);

CREATE TABLE "app_registration_sites" (
	"registration_id" text COLLATE "C" NOT NULL,
	"site_id" text COLLATE "C" NOT NULL,
	"position" bigint NOT NULL,
	CONSTRAINT "app_registration_sites_registration_id_site_id_pk" PRIMARY KEY("registration_id","site_id")
);

CREATE TABLE "access_tokens" (
	"token_hash" text COLLATE "C" PRIMARY KEY NOT NULL,
	"registration_id" text COLLATE "C" NOT NULL,
	"expires_at" bigint NOT NULL
);

CREATE TABLE "users" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"username" text COLLATE "C" NOT NULL,
	"password_hash" text COLLATE "C" NOT NULL,
	"capabilities" json NOT NULL,
	"site_ids" json NOT NULL,
	"created_at" bigint NOT NULL
);

CREATE TABLE "join_tokens" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"secret_hash" text COLLATE "C" NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"site_id" text COLLATE "C" NOT NULL,
	"uses_left" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"tag" text COLLATE "C",
	"audit_service_id" text COLLATE "C",
	"created_at" bigint NOT NULL,
	"created_by" text COLLATE "C" NOT NULL
);

CREATE TABLE "audit_services" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"site_id" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"hostname" text COLLATE "C" NOT NULL,
	"version" text COLLATE "C" NOT NULL,
	"user_public_key" text COLLATE "C" NOT NULL,
	"curve_public_key" text COLLATE "C" NOT NULL,
	"capabilities" json NOT NULL,
	"last_seen" bigint,
	"told_status" text COLLATE "C",
	"created_at" bigint NOT NULL
);

CREATE TABLE "agents" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"site_id" text COLLATE "C" NOT NULL,
	"hostname" text COLLATE "C" NOT NULL,
	"version" text COLLATE "C" NOT NULL,
	"machine_id" text COLLATE "C",
	"token_hash" text COLLATE "C" NOT NULL,
	"auto_tag" text COLLATE "C",
	"device_id" text COLLATE "C",
	"last_seen" bigint,
	"created_at" bigint NOT NULL
);

CREATE TABLE "credentials" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"site_id" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"sealed" "bytea" NOT NULL,
	"created_at" bigint NOT NULL,
	"modified_at" bigint
);

CREATE TABLE "schedules" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"site_id" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"name_key" text COLLATE "C" NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"cron" text COLLATE "C" NOT NULL,
	"time_zone" text COLLATE "C" NOT NULL,
	"enabled" boolean NOT NULL,
	"next_run" bigint,
	"created_at" bigint NOT NULL
);

CREATE TABLE "segments" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"site_id" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"name_key" text COLLATE "C" NOT NULL,
	"type" text COLLATE "C" NOT NULL,
	"audit_service_id" text COLLATE "C",
	"auto_tag_id" text COLLATE "C",
	"addresses" json NOT NULL,
	"credential_ids" json NOT NULL,
	"scan_schedule_id" text COLLATE "C",
	"audit_schedule_id" text COLLATE "C",
	"scan_options" json NOT NULL,
	"directory" json,
	"cloud" json,
	"last_scan" bigint,
	"created_at" bigint NOT NULL
);

CREATE TABLE "tasks" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"site_id" text COLLATE "C" NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"status" text COLLATE "C" NOT NULL,
	"segment_id" text COLLATE "C",
	"device_id" text COLLATE "C",
	"audit_service_id" text COLLATE "C",
	"schedule_id" text COLLATE "C",
	"requested_by" text COLLATE "C" NOT NULL,
	"created_at" bigint NOT NULL,
	"started_at" bigint,
	"finished_at" bigint,
	"expires_at" bigint NOT NULL,
	"attempt" bigint NOT NULL,
	"input" json NOT NULL,
	"active_key" text COLLATE "C",
	"addresses_total" bigint NOT NULL,
	"addresses_done" bigint NOT NULL,
	"hosts_found" bigint NOT NULL,
	"audited" bigint NOT NULL,
	"failed" bigint NOT NULL,
	"stream_sequence" bigint,
	"dispatched_at" bigint,
	"heartbeats_missed" bigint NOT NULL,
	"error" text COLLATE "C"
);

CREATE TABLE "task_hosts" (
	"task_id" text COLLATE "C" NOT NULL,
	"address" text COLLATE "C" NOT NULL,
	"device_id" text COLLATE "C",
	"outcome" text COLLATE "C" NOT NULL,
	CONSTRAINT "task_hosts_task_id_address_pk" PRIMARY KEY("task_id","address")
);

CREATE TABLE "outbox" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"subject_id" text COLLATE "C" NOT NULL,
	"lane" text COLLATE "C",
	"created_at" bigint NOT NULL,
	"next_attempt_at" bigint NOT NULL,
	"attempts" bigint NOT NULL,
	"last_error" text COLLATE "C"
);

CREATE TABLE "devices" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"site_id" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"name_key" text COLLATE "C" NOT NULL,
	"dns_name" text COLLATE "C",
	"mac_address" text COLLATE "C",
	"ip_address" text COLLATE "C",
	"ip_key" text COLLATE "C",
	"serial_number" text COLLATE "C",
	"asset_tag" text COLLATE "C",
	"type" text COLLATE "C" NOT NULL,
	"manufacturer" text COLLATE "C",
	"model" text COLLATE "C",
	"search_text" text COLLATE "C" NOT NULL,
	"first_seen" bigint NOT NULL,
	"last_seen" bigint NOT NULL,
	"modified_at" bigint NOT NULL,
	"modified_by" json,
	"audit_id" text COLLATE "C",
	"audit_date" bigint,
	"audit_source" text COLLATE "C",
	"audit_schedule_id" text COLLATE "C",
	"custom_fields" json NOT NULL,
	"last_segment_id" text COLLATE "C"
);

CREATE TABLE "device_identifiers" (
	"device_id" text COLLATE "C" NOT NULL,
	"site_id" text COLLATE "C" NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"value" text COLLATE "C" NOT NULL,
	"first_seen" bigint NOT NULL,
	"last_seen" bigint NOT NULL,
	"origin" text COLLATE "C" NOT NULL,
	CONSTRAINT "device_identifiers_device_id_kind_value_pk" PRIMARY KEY("device_id","kind","value")
);

CREATE TABLE "device_states" (
	"device_id" text COLLATE "C" NOT NULL,
	"source" text COLLATE "C" NOT NULL,
	"depth" text COLLATE "C" NOT NULL,
	"snapshot_id" text COLLATE "C" NOT NULL,
	"observation_id" text COLLATE "C" NOT NULL,
	"audit_date" bigint NOT NULL,
	"hardware_hash" text COLLATE "C",
	"software_hash" text COLLATE "C",
	"network_hash" text COLLATE "C",
	CONSTRAINT "device_states_device_id_source_depth_pk" PRIMARY KEY("device_id","source","depth")
);

CREATE TABLE "device_interfaces" (
	"device_id" text COLLATE "C" NOT NULL,
	"position" bigint NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"mac_address" text COLLATE "C",
	"oper_status" text COLLATE "C",
	"speed_bps" bigint,
	"addresses" json NOT NULL,
	CONSTRAINT "device_interfaces_device_id_position_pk" PRIMARY KEY("device_id","position")
);

CREATE TABLE "tags" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"site_id" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"name_key" text COLLATE "C" NOT NULL,
	"colour" text COLLATE "C"
);

CREATE TABLE "device_tags" (
	"device_id" text COLLATE "C" NOT NULL,
	"tag_id" text COLLATE "C" NOT NULL,
	CONSTRAINT "device_tags_device_id_tag_id_pk" PRIMARY KEY("device_id","tag_id")
);

CREATE TABLE "device_merges" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"site_id" text COLLATE "C" NOT NULL,
	"device_id" text COLLATE "C" NOT NULL,
	"place" bigint NOT NULL,
	"other_id" text COLLATE "C" NOT NULL,
	"other_name" text COLLATE "C" NOT NULL,
	"merged_at" bigint NOT NULL,
	"merged_by" text COLLATE "C" NOT NULL,
	"undone_at" bigint,
	"undone_by" text COLLATE "C",
	"overwritten" json NOT NULL,
	"kept" json
);

CREATE TABLE "merged_records" (
	"merge_id" text COLLATE "C" NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"record_id" text COLLATE "C" NOT NULL,
	CONSTRAINT "merged_records_merge_id_kind_record_id_pk" PRIMARY KEY("merge_id","kind","record_id")
);

CREATE TABLE "devices_kept_apart" (
	"first_id" text COLLATE "C" NOT NULL,
	"second_id" text COLLATE "C" NOT NULL,
	CONSTRAINT "devices_kept_apart_first_id_second_id_pk" PRIMARY KEY("first_id","second_id")
);

CREATE TABLE "device_duplicates" (
	"first_id" text COLLATE "C" NOT NULL,
	"second_id" text COLLATE "C" NOT NULL,
	"site_id" text COLLATE "C" NOT NULL,
	"confidence" double precision NOT NULL,
	"evidence" json NOT NULL,
	"against" json NOT NULL,
	"review" text COLLATE "C",
	CONSTRAINT "device_duplicates_first_id_second_id_pk" PRIMARY KEY("first_id","second_id")
);

CREATE TABLE "ignore_entries" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"site_id" text COLLATE "C" NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"pattern" text COLLATE "C" NOT NULL,
	"pattern_key" text COLLATE "C" NOT NULL,
	"reason" text COLLATE "C",
	"created_at" bigint NOT NULL,
	"created_by" text COLLATE "C" NOT NULL
);

CREATE TABLE "ignore_lists" (
	"site_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"version" bigint NOT NULL
);

CREATE TABLE "sections" (
	"hash" text COLLATE "C" PRIMARY KEY NOT NULL,
	"content" "bytea" NOT NULL,
	"size" bigint NOT NULL
);

CREATE TABLE "snapshots" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"site_id" text COLLATE "C" NOT NULL,
	"device_id" text COLLATE "C" NOT NULL,
	"observation_id" text COLLATE "C" NOT NULL,
	"audit_date" bigint NOT NULL,
	"received_at" bigint NOT NULL,
	"source" text COLLATE "C" NOT NULL,
	"depth" text COLLATE "C" NOT NULL,
	"schedule_id" text COLLATE "C",
	"audit_service_id" text COLLATE "C",
	"agent_id" text COLLATE "C",
	"task_id" text COLLATE "C",
	"hardware_hash" text COLLATE "C",
	"software_hash" text COLLATE "C",
	"network_hash" text COLLATE "C",
	"custom_fields_hash" text COLLATE "C",
	"identity" json NOT NULL,
	"report" json NOT NULL,
	"match" json NOT NULL
);

CREATE TABLE "raw_payloads" (
	"snapshot_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"content" "bytea" NOT NULL,
	"size" bigint NOT NULL
);

CREATE TABLE "offload_queue" (
	"snapshot_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"site_id" text COLLATE "C" NOT NULL,
	"queued_at" bigint NOT NULL,
	"next_attempt_at" bigint NOT NULL,
	"refusals" bigint NOT NULL
);

CREATE TABLE "offload_sites" (
	"site_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"sent" bigint NOT NULL,
	"failed_attempts" bigint NOT NULL,
	"failures" bigint NOT NULL,
	"failing_since" bigint,
	"retry_at" bigint,
	"lease_until" bigint,
	"last_success" bigint,
	"last_error_code" text COLLATE "C",
	"last_error_detail" text COLLATE "C",
	"last_error_at" bigint
);

CREATE TABLE "software_names" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"site_id" text COLLATE "C" NOT NULL,
	"key_hash" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"sort_name" text COLLATE "C" NOT NULL,
	"publisher" text COLLATE "C" NOT NULL,
	"own_group" text COLLATE "C" NOT NULL,
	"software_group" text COLLATE "C" NOT NULL,
	"in_scope_tag_id" text COLLATE "C",
	"first_seen" bigint NOT NULL
);

CREATE TABLE "software_products" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"site_id" text COLLATE "C" NOT NULL,
	"name_id" text COLLATE "C" NOT NULL,
	"key_hash" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"sort_name" text COLLATE "C" NOT NULL,
	"version" text COLLATE "C" NOT NULL,
	"publisher" text COLLATE "C" NOT NULL,
	"software_group" text COLLATE "C" NOT NULL,
	"in_scope_tag_id" text COLLATE "C",
	"first_seen" bigint NOT NULL
);

CREATE TABLE "software_counts" (
	"subject_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"installations" bigint NOT NULL,
	"changed_at" bigint NOT NULL
);

CREATE TABLE "installations" (
	"device_id" text COLLATE "C" NOT NULL,
	"product_id" text COLLATE "C" NOT NULL,
	"install_date" bigint,
	"first_seen" bigint NOT NULL,
	CONSTRAINT "installations_device_id_product_id_pk" PRIMARY KEY("device_id","product_id")
);

CREATE TABLE "compliance_devices" (
	"device_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"site_id" text COLLATE "C" NOT NULL,
	"has_missing" boolean NOT NULL,
	"has_forbidden" boolean NOT NULL
);

CREATE TABLE "compliance_findings" (
	"device_id" text COLLATE "C" NOT NULL,
	"product_id" text COLLATE "C" NOT NULL,
	"name_id" text COLLATE "C" NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	CONSTRAINT "compliance_findings_device_id_product_id_pk" PRIMARY KEY("device_id","product_id")
);

CREATE TABLE "compliance_reviews" (
	"site_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"after_device_id" text COLLATE "C" NOT NULL
);

CREATE TABLE "changes" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"site_id" text COLLATE "C" NOT NULL,
	"timestamp" bigint NOT NULL,
	"verb" text COLLATE "C" NOT NULL,
	"entity" text COLLATE "C" NOT NULL,
	"entity_id" text COLLATE "C" NOT NULL,
	"device_id" text COLLATE "C",
	"field" text COLLATE "C",
	"from_value" text COLLATE "C",
	"to_value" text COLLATE "C",
	"actor" text COLLATE "C" NOT NULL
);

CREATE TABLE "change_blocks" (
	"site_id" text COLLATE "C" NOT NULL,
	"from_time" bigint NOT NULL,
	"until_time" bigint NOT NULL,
	"counts" json NOT NULL,
	CONSTRAINT "change_blocks_site_id_from_time_pk" PRIMARY KEY("site_id","from_time")
);

CREATE TABLE "events" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"site_id" text COLLATE "C" NOT NULL,
	"type" text COLLATE "C" NOT NULL,
	"subject_id" text COLLATE "C" NOT NULL,
	"data" json NOT NULL,
	"created_at" bigint NOT NULL,
	"batch" bigint
);

CREATE TABLE "event_batches" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"last" bigint NOT NULL
);

CREATE TABLE "event_listeners" (
	"site_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"until" bigint NOT NULL
);

CREATE TABLE "notifications" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"site_id" text COLLATE "C" NOT NULL,
	"template" text COLLATE "C" NOT NULL,
	"key" text COLLATE "C" NOT NULL,
	"subject" text COLLATE "C" NOT NULL,
	"text" text COLLATE "C",
	"created_at" bigint NOT NULL
);

CREATE TABLE "deliveries" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"notification_id" text COLLATE "C" NOT NULL,
	"channel" text COLLATE "C" NOT NULL,
	"target" text COLLATE "C" NOT NULL,
	"webhook_id" text COLLATE "C",
	"status" text COLLATE "C" NOT NULL,
	"attempts" bigint NOT NULL,
	"last_error" text COLLATE "C",
	"sent_at" bigint
);

CREATE TABLE "quota_counts" (
	"site_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"counted_since" bigint NOT NULL,
	"last_counted_at" bigint NOT NULL,
	"transactions" bigint NOT NULL
);

CREATE TABLE "quota_callers" (
	"site_id" text COLLATE "C" NOT NULL,
	"registration_id" text COLLATE "C" NOT NULL,
	"counted_since" bigint NOT NULL,
	"transactions" bigint NOT NULL,
	CONSTRAINT "quota_callers_site_id_registration_id_pk" PRIMARY KEY("site_id","registration_id")
);

ALTER TABLE "site_settings" ADD CONSTRAINT "site_settings_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "sites"("id") ON DELETE cascade ON UPDATE no action;

ALTER TABLE "app_registration_sites" ADD CONSTRAINT "app_registration_sites_registration_id_app_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "app_registrations"("id") ON DELETE cascade ON UPDATE no action;

ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_registration_id_app_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "app_registrations"("id") ON DELETE cascade ON UPDATE no action;

ALTER TABLE "task_hosts" ADD CONSTRAINT "task_hosts_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE cascade ON UPDATE no action;

ALTER TABLE "device_identifiers" ADD CONSTRAINT "device_identifiers_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "devices"("id") ON DELETE cascade ON UPDATE no action;

ALTER TABLE "device_states" ADD CONSTRAINT "device_states_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "devices"("id") ON DELETE cascade ON UPDATE no action;

ALTER TABLE "device_interfaces" ADD CONSTRAINT "device_interfaces_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "devices"("id") ON DELETE cascade ON UPDATE no action;

ALTER TABLE "device_tags" ADD CONSTRAINT "device_tags_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "devices"("id") ON DELETE cascade ON UPDATE no action;

ALTER TABLE "device_tags" ADD CONSTRAINT "device_tags_tag_id_tags_id_fk" FOREIGN KEY ("tag_id") REFERENCES "tags"("id") ON DELETE cascade ON UPDATE no action;

ALTER TABLE "device_merges" ADD CONSTRAINT "device_merges_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "devices"("id") ON DELETE cascade ON UPDATE no action;

ALTER TABLE "merged_records" ADD CONSTRAINT "merged_records_merge_id_device_merges_id_fk" FOREIGN KEY ("merge_id") REFERENCES "device_merges"("id") ON DELETE cascade ON UPDATE no action;

ALTER TABLE "devices_kept_apart" ADD CONSTRAINT "devices_kept_apart_first_id_devices_id_fk" FOREIGN KEY ("first_id") REFERENCES "devices"("id") ON DELETE cascade ON UPDATE no action;

ALTER TABLE "devices_kept_apart" ADD CONSTRAINT "devices_kept_apart_second_id_devices_id_fk" FOREIGN KEY ("second_id") REFERENCES "devices"("id") ON DELETE cascade ON UPDATE no action;

ALTER TABLE "device_duplicates" ADD CONSTRAINT "device_duplicates_first_id_devices_id_fk" FOREIGN KEY ("first_id") REFERENCES "devices"("id") ON DELETE cascade ON UPDATE no action;

ALTER TABLE "device_duplicates" ADD CONSTRAINT "device_duplicates_second_id_devices_id_fk" FOREIGN KEY ("second_id") REFERENCES "devices"("id") ON DELETE cascade ON UPDATE no action;

ALTER TABLE "snapshots" ADD CONSTRAINT "snapshots_hardware_hash_sections_hash_fk" FOREIGN KEY ("hardware_hash") REFERENCES "sections"("hash") ON DELETE no action ON UPDATE no action;

ALTER TABLE "snapshots" ADD CONSTRAINT "snapshots_software_hash_sections_hash_fk" FOREIGN KEY ("software_hash") REFERENCES "sections"("hash") ON DELETE no action ON UPDATE no action;

ALTER TABLE "snapshots" ADD CONSTRAINT "snapshots_network_hash_sections_hash_fk" FOREIGN KEY ("network_hash") REFERENCES "sections"("hash") ON DELETE no action ON UPDATE no action;

ALTER TABLE "snapshots" ADD CONSTRAINT "snapshots_custom_fields_hash_sections_hash_fk" FOREIGN KEY ("custom_fields_hash") REFERENCES "sections"("hash") ON DELETE no action ON UPDATE no action;

ALTER TABLE "raw_payloads" ADD CONSTRAINT "raw_payloads_snapshot_id_snapshots_id_fk" FOREIGN KEY ("snapshot_id") REFERENCES "snapshots"("id") ON DELETE cascade ON UPDATE no action;

ALTER TABLE "software_products" ADD CONSTRAINT "software_products_name_id_software_names_id_fk" FOREIGN KEY ("name_id") REFERENCES "software_names"("id") ON DELETE no action ON UPDATE no action;

ALTER TABLE "installations" ADD CONSTRAINT "installations_product_id_software_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "software_products"("id") ON DELETE no action ON UPDATE no action;

ALTER TABLE "compliance_devices" ADD CONSTRAINT "compliance_devices_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "devices"("id") ON DELETE cascade ON UPDATE no action;

ALTER TABLE "compliance_findings" ADD CONSTRAINT "compliance_findings_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "devices"("id") ON DELETE cascade ON UPDATE no action;

ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_notification_id_notifications_id_fk" FOREIGN KEY ("notification_id") REFERENCES "notifications"("id") ON DELETE cascade ON UPDATE no action;

CREATE UNIQUE INDEX "sites_name" ON "sites" USING btree ("name_key");

CREATE UNIQUE INDEX "app_registrations_client_id" ON "app_registrations" USING btree ("client_id");

CREATE INDEX "app_registrations_expires_at" ON "app_registrations" USING btree ("expires_at");

CREATE INDEX "access_tokens_registration" ON "access_tokens" USING btree ("registration_id");

CREATE INDEX "access_tokens_expires_at" ON "access_tokens" USING btree ("expires_at");

CREATE UNIQUE INDEX "users_username" ON "users" USING btree ("username");

CREATE UNIQUE INDEX "join_tokens_secret" ON "join_tokens" USING btree ("secret_hash");

CREATE INDEX "join_tokens_site" ON "join_tokens" USING btree ("site_id","created_at");

CREATE INDEX "audit_services_site" ON "audit_services" USING btree ("site_id","name");

CREATE UNIQUE INDEX "agents_token" ON "agents" USING btree ("token_hash");

CREATE INDEX "agents_site" ON "agents" USING btree ("site_id","hostname");

CREATE INDEX "credentials_site" ON "credentials" USING btree ("site_id","name");

CREATE UNIQUE INDEX "schedules_name" ON "schedules" USING btree ("site_id","name_key");

CREATE INDEX "schedules_next_run" ON "schedules" USING btree ("next_run");

CREATE UNIQUE INDEX "segments_name" ON "segments" USING btree ("site_id","name_key");

CREATE INDEX "segments_audit_service" ON "segments" USING btree ("audit_service_id");

CREATE UNIQUE INDEX "tasks_active" ON "tasks" USING btree ("active_key");

CREATE INDEX "tasks_site" ON "tasks" USING btree ("site_id","created_at","id");

CREATE INDEX "tasks_site_status" ON "tasks" USING btree ("site_id","status","created_at");

CREATE INDEX "tasks_segment" ON "tasks" USING btree ("segment_id","created_at");

CREATE INDEX "tasks_device" ON "tasks" USING btree ("device_id","created_at");

CREATE INDEX "tasks_audit_service" ON "tasks" USING btree ("audit_service_id","created_at");

CREATE INDEX "tasks_status" ON "tasks" USING btree ("status");

CREATE INDEX "outbox_due" ON "outbox" USING btree ("kind","next_attempt_at","id");

CREATE INDEX "devices_name" ON "devices" USING btree ("site_id","name_key","id");

CREATE INDEX "devices_last_seen" ON "devices" USING btree ("site_id","last_seen","id");

CREATE INDEX "devices_ip" ON "devices" USING btree ("site_id","ip_key","id");

CREATE INDEX "devices_type" ON "devices" USING btree ("site_id","type","id");

CREATE INDEX "devices_modified" ON "devices" USING btree ("site_id","modified_at");

CREATE INDEX "devices_segment" ON "devices" USING btree ("last_segment_id","site_id","name_key","id");

CREATE INDEX "devices_audit" ON "devices" USING btree ("site_id","audit_date","id");

CREATE INDEX "devices_audit_schedule" ON "devices" USING btree ("audit_schedule_id");

CREATE INDEX "device_identifiers_value" ON "device_identifiers" USING btree ("site_id","kind","value");

CREATE INDEX "device_interfaces_mac" ON "device_interfaces" USING btree ("mac_address");

CREATE UNIQUE INDEX "tags_name" ON "tags" USING btree ("site_id","name_key");

CREATE INDEX "device_tags_tag" ON "device_tags" USING btree ("tag_id");

CREATE INDEX "device_merges_device" ON "device_merges" USING btree ("device_id","place");

CREATE INDEX "device_merges_other" ON "device_merges" USING btree ("other_id");

CREATE INDEX "devices_kept_apart_second" ON "devices_kept_apart" USING btree ("second_id");

CREATE INDEX "device_duplicates_second" ON "device_duplicates" USING btree ("second_id");

CREATE INDEX "device_duplicates_order" ON "device_duplicates" USING btree ("site_id","confidence","first_id","second_id");

CREATE UNIQUE INDEX "ignore_entries_pattern" ON "ignore_entries" USING btree ("site_id","kind","pattern_key");

CREATE UNIQUE INDEX "snapshots_observation" ON "snapshots" USING btree ("site_id","observation_id");

CREATE INDEX "snapshots_device" ON "snapshots" USING btree ("device_id","audit_date","id");

CREATE INDEX "snapshots_hardware" ON "snapshots" USING btree ("hardware_hash");

CREATE INDEX "snapshots_software" ON "snapshots" USING btree ("software_hash");

CREATE INDEX "snapshots_network" ON "snapshots" USING btree ("network_hash");

CREATE INDEX "snapshots_custom_fields" ON "snapshots" USING btree ("custom_fields_hash");

CREATE INDEX "offload_queue_due" ON "offload_queue" USING btree ("site_id","next_attempt_at","snapshot_id");

CREATE UNIQUE INDEX "software_names_key" ON "software_names" USING btree ("site_id","key_hash");

CREATE INDEX "software_names_order" ON "software_names" USING btree ("site_id","sort_name","id");

CREATE INDEX "software_names_group" ON "software_names" USING btree ("site_id","software_group","sort_name","id");

CREATE UNIQUE INDEX "software_products_key" ON "software_products" USING btree ("site_id","key_hash");

CREATE INDEX "software_products_order" ON "software_products" USING btree ("site_id","sort_name","version","id");

CREATE INDEX "software_products_group" ON "software_products" USING btree ("site_id","software_group","sort_name","version","id");

CREATE INDEX "software_products_name" ON "software_products" USING btree ("name_id","version","id");

CREATE INDEX "installations_product" ON "installations" USING btree ("product_id","device_id");

CREATE INDEX "compliance_devices_site" ON "compliance_devices" USING btree ("site_id","device_id");

CREATE INDEX "compliance_devices_missing" ON "compliance_devices" USING btree ("site_id","has_missing","device_id");

CREATE INDEX "compliance_devices_forbidden" ON "compliance_devices" USING btree ("site_id","has_forbidden","device_id");

CREATE INDEX "compliance_findings_product" ON "compliance_findings" USING btree ("product_id","device_id");

CREATE INDEX "compliance_findings_name" ON "compliance_findings" USING btree ("name_id","device_id","kind");

CREATE INDEX "changes_site" ON "changes" USING btree ("site_id","timestamp","id");

CREATE INDEX "changes_verb" ON "changes" USING btree ("site_id","verb","timestamp","id");

CREATE INDEX "changes_entity" ON "changes" USING btree ("site_id","entity","timestamp","id");

CREATE INDEX "changes_entity_verb" ON "changes" USING btree ("site_id","entity","verb","timestamp","id");

CREATE INDEX "changes_device" ON "changes" USING btree ("device_id","timestamp","id");

CREATE INDEX "change_blocks_until" ON "change_blocks" USING btree ("site_id","until_time");

CREATE INDEX "events_site" ON "events" USING btree ("site_id","batch","id");

CREATE INDEX "events_batch" ON "events" USING btree ("batch","id");

CREATE INDEX "events_created" ON "events" USING btree ("created_at");

CREATE UNIQUE INDEX "notifications_key" ON "notifications" USING btree ("site_id","key");

CREATE INDEX "notifications_site" ON "notifications" USING btree ("site_id","created_at","id");

CREATE INDEX "notifications_created" ON "notifications" USING btree ("created_at");

CREATE INDEX "deliveries_notification" ON "deliveries" USING btree ("notification_id","status");

CREATE UNIQUE INDEX "deliveries_webhook" ON "deliveries" USING btree ("webhook_id","notification_id");

DROP INDEX IF EXISTS "devices_search";
DO $do$
DECLARE extension_schema name;
BEGIN
	CREATE EXTENSION IF NOT EXISTS pg_trgm;
	SELECT nspname INTO extension_schema FROM pg_extension JOIN pg_namespace n ON n.oid = extnamespace WHERE extname = 'pg_trgm';
	EXECUTE format('CREATE INDEX "devices_search" ON "devices" USING gin ("search_text" %I.gin_trgm_ops)', extension_schema);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
	RAISE WARNING 'pg_trgm is not available: %', SQLERRM;
END
$do$;
