ALTER TABLE "sessions" ADD COLUMN "provider_session" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "provider_subject" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "id_token" text;