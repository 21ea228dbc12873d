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

ALTER TABLE "device_states" ADD CONSTRAINT "device_states_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "devices"("id") ON DELETE cascade ON UPDATE no action;
