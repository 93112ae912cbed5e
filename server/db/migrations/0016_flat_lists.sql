CREATE INDEX "customers_created_slice" ON "customers" USING btree (("created_at" >> 19),"id");--> statement-breakpoint
CREATE INDEX "customers_country_filters" ON "customers" USING btree ("country" collate "C","displayed_status","id","created_at","expiry_year","expiry_month");--> statement-breakpoint
CREATE INDEX "invoices_created_slice" ON "invoices" USING btree (("created_at" >> 19),"id");--> statement-breakpoint
CREATE INDEX "payments_confirmed_slice" ON "payments" USING btree (("confirmed_at" >> 19),"id");--> statement-breakpoint
CREATE INDEX "payments_confirmed_slice_created" ON "payments" USING btree (("confirmed_at" >> 19),"created_at");--> statement-breakpoint
CREATE INDEX "payments_country_filters" ON "payments" USING btree ("country","confirmed_at","id","created_at","final_amount","stripe_payment_intent_status","stripe_invoice_status","trial_plan");--> statement-breakpoint
CREATE INDEX "payments_type_filters" ON "payments" USING btree (coalesce("parent_method_type", "wallet_type", "stripe_payment_method_type"),"id","final_amount","created_at","confirmed_at","stripe_payment_intent_status","stripe_invoice_status","trial_plan","parent_method_type","wallet_type","stripe_payment_method_type");--> statement-breakpoint
CREATE INDEX "payments_trial_plan_filters" ON "payments" USING btree ("id","final_amount","created_at","confirmed_at","country","stripe_payment_intent_status","stripe_invoice_status","stripe_dispute_status") WHERE trial_plan;--> statement-breakpoint
CREATE INDEX "payments_refunded" ON "payments" USING btree ((case when "amount_refunded" < "amount" then 'PARTIALLY' when "amount" > 0 then 'FULLY' end),"id","amount","amount_refunded","trial_plan","country","final_amount","confirmed_at","created_at","stripe_payment_intent_status","stripe_invoice_status","stripe_dispute_status","parent_method_type","wallet_type","stripe_payment_method_type") WHERE amount_refunded > 0;--> statement-breakpoint
CREATE INDEX "payments_disputed" ON "payments" USING btree ("stripe_dispute_status","id","trial_plan","country","final_amount","confirmed_at","created_at","stripe_payment_intent_status","stripe_invoice_status","parent_method_type","wallet_type","stripe_payment_method_type") WHERE stripe_dispute_status is not null;--> statement-breakpoint
CREATE INDEX "qrs_created" ON "qrs" USING btree ("created_at","id","archived","status","stopped","virus","scans","visits","updated_at");--> statement-breakpoint
CREATE INDEX "qrs_listed_created_slice" ON "qrs" USING btree (("created_at" >> 19),"id") WHERE not archived;--> statement-breakpoint
CREATE INDEX "qrs_type_filters" ON "qrs" USING btree ("type","archived","created_at","id","status","stopped","virus","scans","visits","updated_at","name_key");--> statement-breakpoint
CREATE INDEX "qrs_inactive" ON "qrs" USING btree ("status","stopped","id","created_at","type","virus","scans","visits","updated_at") WHERE not archived and (status <> 1 or stopped <> 0);--> statement-breakpoint
-- The planner knows an expression only once it is analyzed.
ANALYZE "payments";--> statement-breakpoint
DROP INDEX "payments_type";--> statement-breakpoint
DROP INDEX "payments_trial_plan";--> statement-breakpoint
DROP INDEX "payments_refunded_fully";--> statement-breakpoint
DROP INDEX "payments_refunded_partly";--> statement-breakpoint
DROP INDEX "payments_dispute";--> statement-breakpoint
DROP INDEX "qrs_created_at";--> statement-breakpoint
DROP INDEX "qrs_type";