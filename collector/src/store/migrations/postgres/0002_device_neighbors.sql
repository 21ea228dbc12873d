CREATE TABLE "device_neighbors" (
	"device_id" text COLLATE "C" NOT NULL,
	"position" bigint NOT NULL,
	"port" text COLLATE "C" NOT NULL,
	"protocol" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C",
	"description" text COLLATE "C",
	"address" text COLLATE "C" NOT NULL,
	"network" text COLLATE "C",
	CONSTRAINT "device_neighbors_device_id_position_pk" PRIMARY KEY("device_id","position")
);

ALTER TABLE "device_neighbors" ADD CONSTRAINT "device_neighbors_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "devices"("id") ON DELETE cascade ON UPDATE no action;
