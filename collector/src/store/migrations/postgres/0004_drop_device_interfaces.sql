DROP TABLE "device_interfaces" CASCADE;
