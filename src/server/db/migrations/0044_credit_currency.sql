ALTER TABLE "recon_credits" ADD COLUMN "currency" text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE "recon_credits" c SET "currency" = d."currency"
  FROM (SELECT l."credit_id", min(d."currency") AS "currency" FROM "recon_credit_lines" l JOIN "recon_disputes" d ON d."id" = l."dispute_id"
         GROUP BY l."credit_id" HAVING count(DISTINCT d."currency") = 1) d
 WHERE d."credit_id" = c."id";
