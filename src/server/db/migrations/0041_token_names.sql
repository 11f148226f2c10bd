ALTER TABLE "audit_logs" ADD COLUMN "token_name" text;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "token_name" text;