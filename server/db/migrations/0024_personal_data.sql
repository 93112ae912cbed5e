CREATE INDEX "provider_events_received_at" ON "provider_events" USING btree ("received_at");--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "erased_at" bigint;
