ALTER TABLE "user_entities" ADD COLUMN "by_group" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "user_roles" ADD COLUMN "by_group" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "user_roles" o SET "by_group" = true
 WHERE EXISTS (SELECT 1 FROM "scim_members" m JOIN "scim_groups" g ON g."id" = m."group_id"
                WHERE m."user_id" = o."user_id" AND o."role_id" = ANY (g."role_ids"));--> statement-breakpoint
UPDATE "user_entities" o SET "by_group" = true
 WHERE EXISTS (SELECT 1 FROM "scim_members" m JOIN "scim_groups" g ON g."id" = m."group_id" JOIN "roles" r ON r."id" = ANY (g."role_ids")
                WHERE m."user_id" = o."user_id" AND r."entity_id" = o."entity_id");
