CREATE TABLE "deleted_versions" (
	"collection" text NOT NULL,
	"key" text NOT NULL,
	"version" integer NOT NULL,
	CONSTRAINT "deleted_versions_collection_key_pk" PRIMARY KEY("collection","key")
);
