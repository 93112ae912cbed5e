ALTER TABLE "customers" ADD COLUMN "erased_at" bigint;--> statement-breakpoint
CREATE INDEX "customers_erased" ON "customers" USING btree ("id") WHERE erased_at is not null;--> statement-breakpoint
CREATE INDEX "provider_events_received_at" ON "provider_events" USING btree ("received_at");