ALTER TABLE `app_registrations` DROP COLUMN `expiry_set_at`;
