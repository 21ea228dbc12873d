DROP TABLE `device_interfaces`;
