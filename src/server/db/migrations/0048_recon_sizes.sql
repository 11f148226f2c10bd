ALTER TABLE "recon_parcels" ADD COLUMN "length" integer;--> statement-breakpoint
ALTER TABLE "recon_parcels" ADD COLUMN "width" integer;--> statement-breakpoint
ALTER TABLE "recon_parcels" ADD COLUMN "height" integer;