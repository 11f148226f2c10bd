-- Like parcelKey: a parcel that is named only by its order reference no longer shares a key with the tracking number of another one.
UPDATE "recon_dispute_parcels" d SET "key" = 'REF ' || d."key"
  FROM "recon_parcels" p WHERE p."id" = d."parcel_id" AND p."tracking" = '' AND d."key" = p."reference_key" AND d."key" <> '';--> statement-breakpoint
UPDATE "recon_parcels" SET "key" = 'REF ' || "key" WHERE "tracking" = '' AND "key" = "reference_key" AND "key" <> '';
