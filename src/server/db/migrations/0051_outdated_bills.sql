ALTER TABLE "recon_bills" ADD COLUMN "rule" jsonb;--> statement-breakpoint
ALTER TABLE "recon_comparisons" ADD COLUMN "outdated" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "recon_comparisons_outdated" ON "recon_comparisons" USING btree ("bill_id") WHERE outdated > 0;--> statement-breakpoint
UPDATE "recon_bills" b SET "let_through" = s."sum"
  FROM (SELECT n."id", coalesce(sum(abs(p."difference")) FILTER (WHERE p."reason" = '' AND p."status" IN (2, 4, 7)), 0) AS "sum"
          FROM "recon_bills" n LEFT JOIN "recon_parcels" p ON p."bill_id" = n."id" GROUP BY n."id") s
 WHERE s."id" = b."id" AND s."sum" <> b."let_through";
