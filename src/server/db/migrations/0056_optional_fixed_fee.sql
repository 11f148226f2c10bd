ALTER TABLE "shipping_fee_rules" ALTER COLUMN "fee" DROP NOT NULL;--> statement-breakpoint
UPDATE "import_rows" r
   SET "before" = CASE WHEN r."before"->>'fee_mode' <> '1' THEN jsonb_set(r."before", '{fee}', 'null') ELSE r."before" END,
       "after" = CASE WHEN r."after"->>'fee_mode' <> '1' THEN jsonb_set(r."after", '{fee}', 'null') ELSE r."after" END,
       "after_version" = r."after_version" + (SELECT count(*) FROM "shipping_fee_rules" p
                                               WHERE p."country" || '/' || p."id" = r."key" AND p."version" = r."after_version"
                                                 AND p."fee_mode" <> 1 AND p."fee" IS NOT NULL)::int4
  FROM "imports" i
 WHERE i."no" = r."import_no" AND i."declaration" = 'shippingFeeRule';--> statement-breakpoint
WITH converted AS (
  UPDATE "shipping_fee_rules" SET "fee" = NULL, "version" = "version" + 1
   WHERE "fee_mode" <> 1 AND "fee" IS NOT NULL
  RETURNING "country", "id", "version"
)
INSERT INTO "changes" ("entity", "collection", "key", "version", "row", "at")
SELECT "country", 'shippingFeeRules', "country" || '/' || "id", "version", 'true'::jsonb, extract(epoch FROM now())::int8
  FROM converted ORDER BY "country", "id";
