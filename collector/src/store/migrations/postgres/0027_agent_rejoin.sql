ALTER TABLE "join_tokens" ADD COLUMN "agent_id" text COLLATE "C";
