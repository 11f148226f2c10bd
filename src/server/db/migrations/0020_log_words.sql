-- The word of an entry is the one that the log shows (contract/auditLabel). The bodies are JSON, so that a text inside of them has its quotes escaped.
UPDATE "audit_logs" SET "operator_type" = 'Edit'
 WHERE "operator_type" = 'Import' AND "import_id" IS NOT NULL AND "body" LIKE '%,"reverts":"%';--> statement-breakpoint
UPDATE "audit_logs" SET "operator_type" = 'Create'
 WHERE "operator_type" = 'Delete' AND "import_id" IS NOT NULL AND "body" LIKE '%,"reverts":"%' AND "body" NOT LIKE '%,"again":true%';--> statement-breakpoint
UPDATE "audit_logs" SET "operator_type" = 'Delete'
 WHERE "operator_type" = 'Edit' AND "url" LIKE '%/sls/nonWorkingDays/status/update%' AND "body" LIKE '%"status":1%' AND "body" NOT LIKE '%,"reverts":"%';
