ALTER TABLE `join_tokens` ADD `agent_id` text;
