CREATE TABLE "default_views" (
	"owner" text NOT NULL,
	"country" char(2) NOT NULL,
	"screen" text NOT NULL,
	"view_id" text NOT NULL,
	CONSTRAINT "default_views_owner_country_screen_pk" PRIMARY KEY("owner","country","screen")
);
--> statement-breakpoint
ALTER TABLE "default_views" ADD CONSTRAINT "default_views_view_id_saved_views_id_fk" FOREIGN KEY ("view_id") REFERENCES "public"."saved_views"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "default_views_view" ON "default_views" USING btree ("view_id");