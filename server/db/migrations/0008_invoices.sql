CREATE TABLE "invoice_counters" (
	"year" integer PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoice_reuploads" (
	"invoice_id" integer PRIMARY KEY NOT NULL,
	"link" text NOT NULL,
	"started_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "retired_files" (
	"storage_key" text PRIMARY KEY NOT NULL,
	"retired_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "invoice_reuploads" ADD CONSTRAINT "invoice_reuploads_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE cascade ON UPDATE no action;