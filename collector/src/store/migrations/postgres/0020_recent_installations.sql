CREATE TABLE "recent_installations" (
	"slot" bigint NOT NULL,
	"product" bigint NOT NULL,
	"device" bigint NOT NULL,
	"install_date" bigint,
	"first_seen" bigint NOT NULL,
	CONSTRAINT "recent_installations_slot_product_device_pk" PRIMARY KEY("slot","product","device")
);
