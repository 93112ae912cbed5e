CREATE TABLE "left_out_indexes" (
	"name" text PRIMARY KEY NOT NULL,
	"table_name" text NOT NULL,
	"definition" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "waiting_rows" ADD COLUMN "refused" jsonb;