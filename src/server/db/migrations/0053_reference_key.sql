DROP INDEX "recon_parcels_reference";--> statement-breakpoint
ALTER TABLE "recon_parcels" ADD COLUMN "reference_key" text DEFAULT '' NOT NULL;--> statement-breakpoint
-- Like trackingKey: without spaces, dashes and invisible characters, in upper case. Only text beyond ASCII is normalized, which needs UTF-8.
UPDATE "recon_parcels" SET "reference_key" = CASE WHEN "reference" ~ '^[ -~]*$' THEN upper(replace(replace("reference", ' ', ''), '-', ''))
  ELSE upper(regexp_replace(normalize("reference", NFKC), '[\s\u002D\u00AD\u058A\u05BE\u061C\u180E\u200B-\u200F\u2010-\u2015\u202A-\u202E\u2060-\u206F\u2212\u2E3A\u2E3B\u301C\u3030\uFE31\uFE32\uFE58\uFE63\uFEFF\uFF0D]', '', 'g')) END
 WHERE "reference" <> '';--> statement-breakpoint
CREATE INDEX "recon_parcels_reference" ON "recon_parcels" USING btree ("entity","reference_key") WHERE reference_key <> '';
