CREATE TABLE "activity_batches" (
	"user_id" integer NOT NULL,
	"batch" text NOT NULL,
	"received_at" bigint NOT NULL,
	CONSTRAINT "activity_batches_user_id_batch_pk" PRIMARY KEY("user_id","batch")
);
--> statement-breakpoint
CREATE TABLE "login_failures" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"until" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "activity_batches_age" ON "activity_batches" USING btree ("received_at");