CREATE TABLE "audit_chains" (
	"entity" char(2) PRIMARY KEY NOT NULL,
	"no" bigint NOT NULL,
	"previous" text NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_logs" ADD COLUMN "chain_no" bigint;--> statement-breakpoint
ALTER TABLE "audit_logs" ADD COLUMN "previous_hash" text;--> statement-breakpoint
ALTER TABLE "audit_logs" ADD COLUMN "hash" text;--> statement-breakpoint
CREATE UNIQUE INDEX "audit_chain" ON "audit_logs" USING btree ("entity","chain_no");