CREATE TABLE "recon_comparisons" (
	"bill_id" integer NOT NULL,
	"other_id" integer NOT NULL,
	CONSTRAINT "recon_comparisons_other_id_bill_id_pk" PRIMARY KEY("other_id","bill_id")
);
--> statement-breakpoint
INSERT INTO "recon_comparisons" ("bill_id", "other_id")
SELECT DISTINCT p."bill_id", e."bill_id" FROM "recon_parcels" p
  JOIN "recon_parcels" e ON e."entity" = p."entity" AND e."key" = p."key" AND e."supplier_id" = p."supplier_id" AND e."bill_id" < p."bill_id"
 WHERE p."earlier" <> 0 OR p."reason" = 'billedTwice';
