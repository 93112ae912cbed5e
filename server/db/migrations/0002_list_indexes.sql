DROP INDEX "customers_stripe";--> statement-breakpoint
CREATE INDEX "customers_referred" ON "customers" USING btree ("created_at","id") WHERE referred_by is not null;--> statement-breakpoint
CREATE INDEX "customers_card_expiry" ON "customers" USING btree ("expiry_year","expiry_month","id");--> statement-breakpoint
CREATE INDEX "qrs_name_prefix" ON "qrs" USING btree ("name_key" text_pattern_ops);