ALTER TABLE "customers" ADD COLUMN "erased_at" bigint;--> statement-breakpoint
CREATE INDEX "customers_erased" ON "customers" USING btree ("id") WHERE erased_at is not null;