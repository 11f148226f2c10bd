CREATE TABLE "import_rows" (
	"import_no" integer NOT NULL,
	"n" integer NOT NULL,
	"scope" bigint NOT NULL,
	"key" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"before_version" integer NOT NULL,
	"after_version" integer NOT NULL,
	CONSTRAINT "import_rows_import_no_n_pk" PRIMARY KEY("import_no","n")
);
--> statement-breakpoint
CREATE INDEX "import_rows_removed" ON "import_rows" USING btree ("key") WHERE after IS NULL;