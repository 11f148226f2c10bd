-- The files of an import in batches, and the lists of its errors, are for those who may write (CDT-3, G36).
UPDATE "files" SET "permission" = "permission" || '.write'
 WHERE "permission" IN ('channel_management.cdt_of_location', 'channel_management.service_code');
